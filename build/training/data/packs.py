"""Packs of recordings: mono streams of 16 kHz in Opus, small enough to send to a rented machine.

A pack is two little-endian 32-bit numbers (bytes of the header, packets in all), a header in JSON, the bytes of each
packet as 16-bit numbers, and the packets. Opus comes from the system's libopus.
"""

from __future__ import annotations

import ctypes
import ctypes.util
import json
import os
import struct
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import numpy as np

PACK_SUFFIX = '.opk'
RATE = 16_000
# 20 ms.
PACKET_SAMPLES = 320
MOST_PACKET_BYTES = 1_500

# Constants of opus_defines.h.
APPLICATION_AUDIO = 2049
SET_BITRATE = 4002
SET_VARIABLE_RATE = 4006
SET_COMPLEXITY = 4010


@dataclass(frozen=True)
class Stream:
    """A recording in a pack."""

    pack: Path
    # Of the first packet, in bytes from the start of the file.
    offset: int
    # Bytes of each packet.
    packets: np.ndarray
    # Who speaks, or the file it comes from.
    group: str


@lru_cache(maxsize=1)
def opus() -> ctypes.CDLL:
    """Raises OSError when the system has no libopus."""
    library = ctypes.CDLL(os.environ.get('OPUS') or ctypes.util.find_library('opus') or 'libopus.so.0')
    library.opus_decoder_create.restype = ctypes.c_void_p
    library.opus_encoder_create.restype = ctypes.c_void_p
    return library


def has_opus() -> bool:
    try:
        opus()
    except OSError:
        return False
    return True


def encode(samples: np.ndarray, bitrate: int) -> tuple[np.ndarray, bytes]:
    """Bytes of each packet, and the packets, of [samples] between -1 and 1; what doesn't fill a packet is left out."""
    library = opus()
    error = ctypes.c_int()
    state = ctypes.c_void_p(library.opus_encoder_create(RATE, 1, APPLICATION_AUDIO, ctypes.byref(error)))
    if error.value != 0:
        raise RuntimeError(f'libopus made no encoder: error {error.value}')
    for setting, value in ((SET_BITRATE, bitrate), (SET_COMPLEXITY, 3), (SET_VARIABLE_RATE, 1)):
        library.opus_encoder_ctl(state, setting, ctypes.c_int(value))
    count = len(samples) // PACKET_SAMPLES
    whole = np.ascontiguousarray(np.clip(samples[: count * PACKET_SAMPLES], -0.999, 0.999), np.float32)
    packet = (ctypes.c_ubyte * MOST_PACKET_BYTES)()
    sizes, packets = [], bytearray()
    for index in range(count):
        begin = ctypes.c_void_p(whole.ctypes.data + index * PACKET_SAMPLES * whole.itemsize)
        size = library.opus_encode_float(state, begin, PACKET_SAMPLES, packet, MOST_PACKET_BYTES)
        if size <= 0:
            raise RuntimeError(f'libopus encoded no packet: error {size}')
        sizes.append(size)
        packets += bytes(packet[:size])
    library.opus_encoder_destroy(state)
    return np.array(sizes, np.uint16), bytes(packets)


def decode(stream: Stream) -> np.ndarray:
    """int16 [samples]."""
    library = opus()
    error = ctypes.c_int()
    state = ctypes.c_void_p(library.opus_decoder_create(RATE, 1, ctypes.byref(error)))
    with open(stream.pack, 'rb') as file:
        file.seek(stream.offset)
        packets = file.read(int(stream.packets.sum()))
    buffer = ctypes.create_string_buffer(packets, len(packets))
    place = ctypes.addressof(buffer)
    samples = np.zeros(len(stream.packets) * PACKET_SAMPLES, np.int16)
    for index, size in enumerate(stream.packets):
        target = ctypes.c_void_p(samples.ctypes.data + index * PACKET_SAMPLES * samples.itemsize)
        library.opus_decode(state, ctypes.c_void_p(place), int(size), target, PACKET_SAMPLES, 0)
        place += int(size)
    library.opus_decoder_destroy(state)
    return samples


def write_pack(path: Path, title: str, recordings: Iterable[tuple[str, np.ndarray]], bitrate: int) -> float:
    """
    Encodes recordings, a group and [samples] each, and gives their length in hours.

    title: what a person reads in the header; bitrate: in bits a second.
    """
    streams, sizes, packets = [], [], bytearray()
    for group, samples in recordings:
        own_sizes, own_packets = encode(samples, bitrate)
        streams.append((len(packets), len(own_sizes), group))
        sizes.append(own_sizes)
        packets += own_packets
    all_sizes = np.concatenate(sizes)
    header = json.dumps({'title': title, 'streams': streams}).encode()
    with open(path, 'wb') as file:
        file.write(struct.pack('<II', len(header), len(all_sizes)))
        file.write(header)
        file.write(all_sizes.astype('<u2').tobytes())
        file.write(packets)
    return len(all_sizes) * PACKET_SAMPLES / RATE / 3600


def streams_of(pack: Path) -> list[Stream]:
    """All recordings of a pack, in their order."""
    with open(pack, 'rb') as file:
        header_bytes, count = struct.unpack('<II', file.read(8))
        header = json.loads(file.read(header_bytes))
        sizes = np.frombuffer(file.read(2 * count), '<u2').astype(np.int64)
        begin = file.tell()
    streams, packet = [], 0
    for offset, packets, group in header['streams']:
        streams.append(Stream(pack, begin + offset, sizes[packet : packet + packets], group))
        packet += packets
    return streams
