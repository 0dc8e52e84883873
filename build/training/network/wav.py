"""Reads and writes the WAV files of the conformance vectors: mono, 16 kHz, 32-bit float."""

from __future__ import annotations

import struct
from pathlib import Path

import numpy as np

RATE = 16_000
IEEE_FLOAT = 3


def read_wav(path: Path) -> np.ndarray:
    """float32 [samples]."""
    content = path.read_bytes()
    begin = content.index(b'data', 12)
    (size,) = struct.unpack_from('<I', content, begin + 4)
    return np.frombuffer(content, '<f4', size // 4, begin + 8)


def write_wav(path: Path, samples: np.ndarray) -> None:
    """samples: [samples] between -1 and 1."""
    values = np.asarray(samples, '<f4').tobytes()
    form = struct.pack('<HHIIHH', IEEE_FLOAT, 1, RATE, 4 * RATE, 4, 32)
    # A format that isn't PCM says how many samples there are.
    fact = struct.pack('<I', len(values) // 4)
    named = ((b'fmt ', form), (b'fact', fact), (b'data', values))
    chunks = b''.join(name + struct.pack('<I', len(chunk)) + chunk for name, chunk in named)
    path.write_bytes(b'RIFF' + struct.pack('<I', 4 + len(chunks)) + b'WAVE' + chunks)
