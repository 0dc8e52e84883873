"""The restoration network: convolutions around LSTMs that look along the bands and along the time, both ways.

The short names of the layers are those of the weights, in the checkpoint and in the product.
"""

from __future__ import annotations

import copy

import torch
from torch import Tensor, nn
from torch.nn import functional

# Bands that the encoder leaves of 257.
NARROW_BANDS = 33
FRAMES_PER_SECOND = 62.5
TINY = 1e-8


class EncoderLayer(nn.Module):
    """A convolution that leaves every second band: [B, inputs, T, W] to [B, outputs, T, (W + 1) / 2]."""

    def __init__(self, inputs: int, outputs: int, kernel: tuple[int, int]) -> None:
        super().__init__()
        self.conv = nn.Conv2d(inputs, outputs, kernel, stride=(1, 2), padding=(kernel[0] // 2, kernel[1] // 2))
        self.norm = nn.BatchNorm2d(outputs)
        self.act = nn.PReLU(outputs)

    def forward(self, x: Tensor) -> Tensor:
        return self.act(self.norm(self.conv(x)))


class DecoderLayer(nn.Module):
    """A transposed convolution: [B, inputs, T, W] to [B, outputs, T, 2 W - 1]. The last one gives the taps."""

    def __init__(self, inputs: int, outputs: int, kernel: tuple[int, int], is_last: bool = False) -> None:
        super().__init__()
        padding = (kernel[0] // 2, kernel[1] // 2)
        self.conv = nn.ConvTranspose2d(inputs, outputs, kernel, stride=(1, 2), padding=padding)
        self.is_last = is_last
        if not is_last:
            self.norm = nn.BatchNorm2d(outputs)
            self.act = nn.PReLU(outputs)

    def forward(self, x: Tensor) -> Tensor:
        x = self.conv(x)
        return x if self.is_last else self.act(self.norm(x))


class DualPath(nn.Module):
    """Adds to [B, T, W, C] what an LSTM finds along the bands of a frame (f), then along the frames of a band (t)."""

    def __init__(self, channels: int, band_units: int, time_units: int) -> None:
        super().__init__()
        self.fg = nn.LSTM(channels, band_units, batch_first=True, bidirectional=True)
        self.fl = nn.Linear(2 * band_units, channels)
        self.fn = nn.LayerNorm(channels)
        self.tg = nn.LSTM(channels, time_units, batch_first=True, bidirectional=True)
        self.tl = nn.Linear(2 * time_units, channels)
        self.tn = nn.LayerNorm(channels)

    def forward(self, x: Tensor) -> Tensor:
        batch, frames, bands, channels = x.shape
        along_bands, _ = self.fg(self.fn(x).reshape(batch * frames, bands, channels))
        x = x + self.fl(along_bands).reshape(batch, frames, bands, channels)
        along_time, _ = self.tg(self.tn(x).permute(0, 2, 1, 3).reshape(batch * bands, frames, channels))
        return x + self.tl(along_time).reshape(batch, bands, frames, channels).permute(0, 2, 1, 3)


class RestorationNetwork(nn.Module):
    """Spectra [B, 2 (real, imaginary), T, 257] at the trained level to spectra without what isn't speech."""

    def __init__(
        self,
        wide: int = 24,
        middle: int = 32,
        narrow: int = 48,
        band_units: int = 32,
        time_units: int = 64,
        blocks: int = 2,
        taps: int = 3,
    ) -> None:
        super().__init__()
        self.taps = taps
        # The order of these lines is the order of the weights in the product, and of the draws of a random start.
        self.e1 = EncoderLayer(3, wide, (3, 5))
        self.e2 = EncoderLayer(wide, middle, (1, 5))
        self.e3 = EncoderLayer(middle, narrow, (3, 3))
        self.emb = nn.Parameter(torch.zeros(1, 1, NARROW_BANDS, narrow))
        self.dp = nn.ModuleList([DualPath(narrow, band_units, time_units) for _ in range(blocks)])
        self.s3 = nn.Conv2d(narrow, narrow, 1)
        self.s2 = nn.Conv2d(middle, middle, 1)
        self.s1 = nn.Conv2d(wide, wide, 1)
        self.d3 = DecoderLayer(narrow, middle, (3, 3))
        self.d2 = DecoderLayer(middle, wide, (1, 5))
        self.d1 = DecoderLayer(wide, 2 * taps, (1, 5), is_last=True)
        with torch.no_grad():
            # Training starts from a network that changes little: the real part of each bin's own tap is 1.
            self.d1.conv.weight.mul_(0.1)
            self.d1.conv.bias.zero_()
            self.d1.conv.bias[taps // 2] = 1.0

    def forward(self, spectra: Tensor) -> Tensor:
        return apply_taps(spectra, self.taps_of(spectra))

    def taps_of(self, spectra: Tensor) -> Tensor:
        """Factors [B, 2 taps, T, 257] of frames around each frame: real parts, earliest first, then imaginary ones."""
        first = self.e1(compressed(spectra))
        second = self.e2(first)
        third = self.e3(second)
        x = third.permute(0, 2, 3, 1) + self.emb
        for block in self.dp:
            x = block(x)
        x = x.permute(0, 3, 1, 2)
        x = self.d3(x + self.s3(third))
        x = self.d2(x + self.s2(second))
        return self.d1(x + self.s1(first)).float()


def compressed(spectra: Tensor) -> Tensor:
    """Real and imaginary part and magnitude of spectra [B, 2, T, W] to the power of 0.3: [B, 3, T, W]."""
    real, imaginary = spectra[:, 0:1], spectra[:, 1:2]
    power = real * real + imaginary * imaginary + TINY
    # As exponents of logarithms: half precision knows no powers.
    factor = torch.exp(torch.log(power) * -0.35)
    magnitude = power * torch.exp(torch.log(power) * -0.85)
    return torch.cat([real * factor, imaginary * factor, magnitude], 1)


def apply_taps(spectra: Tensor, taps: Tensor) -> Tensor:
    """Each bin of [B, 2, T, W] as a sum of its neighbours in time, by taps [B, 2 n, T, W]; outside is silence."""
    count = taps.shape[1] // 2
    frames = spectra.shape[2]
    around = functional.pad(spectra, (0, 0, count // 2, count // 2))
    real, imaginary = around[:, 0:1], around[:, 1:2]
    made_real, made_imaginary = 0.0, 0.0
    for tap in range(count):
        one, other = real[:, :, tap : tap + frames], imaginary[:, :, tap : tap + frames]
        tap_real, tap_imaginary = taps[:, tap : tap + 1], taps[:, count + tap : count + tap + 1]
        made_real = made_real + tap_real * one - tap_imaginary * other
        made_imaginary = made_imaginary + tap_real * other + tap_imaginary * one
    return torch.cat([made_real, made_imaginary], 1)


def folded(network: RestorationNetwork) -> RestorationNetwork:
    """A copy that gives the same without batch norms: they are folded into the convolutions before them."""
    made = copy.deepcopy(network).eval()
    for layer in (made.e1, made.e2, made.e3, made.d3, made.d2):
        norm, conv = layer.norm, layer.conv
        factor = (norm.weight / torch.sqrt(norm.running_var + norm.eps)).detach()
        is_transposed = isinstance(conv, nn.ConvTranspose2d)
        with torch.no_grad():
            conv.weight.mul_(factor[None, :, None, None] if is_transposed else factor[:, None, None, None])
            conv.bias.copy_((conv.bias - norm.running_mean) * factor + norm.bias)
        layer.norm = nn.Identity()
    return made


def multiplications(network: RestorationNetwork) -> float:
    """Multiplications for a second of sound."""
    convolutions = [
        (network.e1, 129), (network.e2, 65), (network.e3, 33), (network.d3, 33), (network.d2, 65), (network.d1, 129),
    ]  # fmt: skip
    a_frame = sum(layer.conv.weight.numel() * bands for layer, bands in convolutions)
    skips = [(network.s3, 33), (network.s2, 65), (network.s1, 129)]
    a_frame += sum(skip.weight.numel() * bands for skip, bands in skips)
    for name, weight in network.dp.named_parameters():
        if weight.ndim == 2:
            a_frame += weight.numel() * NARROW_BANDS
    return a_frame * FRAMES_PER_SECOND
