"""Made rooms: impulse responses whose direct sound is at sample 0."""

from __future__ import annotations

import torch
from torch import Tensor

from data.signals import RATE, Device, frequencies, log_uniform, uniform

SPEED_OF_SOUND = 343
# Image sources in each direction.
ORDER = 9
# Samples until which reflections are computed one by one: 0.15 s.
IMAGES_UNTIL = 2_400
# Samples over which the computed reflections give way to noise.
FADE_FROM = 1_200
FADE_SAMPLES = 1_000
LEAST_T60 = 0.12
MOST_T60 = 1.3


def make_rooms(count: int, device: Device, length: int = RATE) -> Tensor:
    """Impulse responses [count, length]: two thirds shoeboxes by image sources, a third of statistical tails."""
    seconds = torch.arange(length, device=device) / RATE
    images = image_places(device)
    responses = torch.zeros(count, length, device=device)
    for room in range(count):
        responses[room] = shoebox(images, seconds)
    responses = with_duller_tails(responses, seconds)
    tails = statistical_tails(count // 3, seconds)
    responses[: len(tails)] = tails
    return responses / responses[:, :8].abs().amax(1, keepdim=True).clamp(min=0.2)


def image_places(device: Device) -> Tensor:
    """[images, 3]: how often each image source is mirrored along each axis, and to which side."""
    order = torch.arange(-ORDER, ORDER + 1, device=device)
    return torch.stack(torch.meshgrid(order, order, order, indexing='ij'), -1).reshape(-1, 3).float()


def shoebox(images: Tensor, seconds: Tensor) -> Tensor:
    """A room of random size, reverberation time and distance (J. Allen, D. Berkley, 1979), with a noisy tail."""
    device = seconds.device
    length = len(seconds)
    size = torch.stack([uniform(1, 2.5, 10, device), uniform(1, 2.2, 8, device), uniform(1, 2.2, 4.5, device)], 1)[0]
    speaker = size * (0.1 + 0.8 * torch.rand(3, device=device))
    distance = uniform(1, 0.3, 3.5, device)
    direction = torch.randn(3, device=device)
    microphone = speaker + direction / direction.norm() * distance
    microphone = torch.minimum(torch.maximum(microphone, size * 0.05), size * 0.95)
    t60 = float(log_uniform(1, LEAST_T60, MOST_T60, device))
    surface = 2 * (size[0] * size[1] + size[1] * size[2] + size[0] * size[2])
    absorption = (0.161 * size.prod() / (surface * t60)).clamp(0.03, 0.95)

    is_even = images.remainder(2) == 0
    places = torch.where(is_even, images * size + speaker, (images + 1) * size - speaker)
    distances = (places - microphone).norm(dim=1)
    reflections = images.abs().sum(1)
    direct = (speaker - microphone).norm()
    amplitudes = torch.sqrt(1 - absorption) ** reflections / distances.clamp(min=0.1) * direct.clamp(min=0.1)
    delays = (distances - direct) * (RATE / SPEED_OF_SOUND)
    is_early = delays < IMAGES_UNTIL
    delays, reflections = delays[is_early], reflections[is_early]
    # Walls turn about one reflection in eight around.
    signs = torch.sign(torch.rand(len(delays), device=device) - 0.12)
    amplitudes = amplitudes[is_early] * torch.where(reflections > 0, signs, torch.ones_like(signs))
    sample = delays.long().clamp(max=length - 2)
    share = delays - sample
    response = torch.zeros(length, device=device)
    response.index_add_(0, sample, amplitudes * (1 - share))
    response.index_add_(0, sample + 1, amplitudes * share)

    # The tail goes on at the level of the last reflections that were computed.
    first, end = FADE_FROM, FADE_FROM + FADE_SAMPLES
    level = torch.sqrt((response[first:end] ** 2).mean() + 1e-12)
    middle = (first + end) / 2 / RATE
    tail = torch.randn(length, device=device) * level * 10 ** (-3 * (seconds - middle) / t60)
    fade = ((seconds * RATE - FADE_FROM) / FADE_SAMPLES).clamp(0, 1)
    return response * torch.sqrt(1 - fade) + tail * torch.sqrt(fade)


def with_duller_tails(responses: Tensor, seconds: Tensor) -> Tensor:
    """High frequencies fade faster: [count, length], blended over time with what a low-pass leaves."""
    device = responses.device
    count, length = responses.shape
    corner = uniform(count, 1500, 6000, device)[:, None]
    gains = torch.sqrt(1 + (frequencies(length, device) / corner) ** 2)
    dull = torch.fft.irfft(torch.fft.rfft(responses) / gains, n=length)
    share = (seconds / uniform(count, 0.03, 0.4, device)[:, None]).clamp(0, 1)
    return responses * (1 - share) + dull * share


def statistical_tails(count: int, seconds: Tensor) -> Tensor:
    """Noise that fades, behind a direct sound from 3 dB weaker to 10 dB stronger than all of it: [count, length]."""
    device = seconds.device
    length = len(seconds)
    t60 = log_uniform(count, 0.15, 1.2, device)[:, None]
    tails = torch.randn(count, length, device=device) * 10 ** (-3 * seconds / t60)
    tails[:, :20] = 0
    corner = uniform(count, 2000, 7000, device)[:, None]
    gains = torch.sqrt(1 + (frequencies(length, device) / corner) ** 2)
    tails = torch.fft.irfft(torch.fft.rfft(tails) / gains, n=length)
    tails[:, 0] = 0
    power = 10 ** (-uniform(count, -3, 10, device) / 10)
    tails = tails * torch.sqrt(power / (tails**2).sum(1))[:, None]
    tails[:, 0] = 1
    return tails
