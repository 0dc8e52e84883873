"""Trains the network by the clock: `train.py --data PACKS --out FILE.pt`. The defaults are those of the first run.

The weights that are kept are a moving average of those that are trained.
"""

from __future__ import annotations

import argparse
import copy
import inspect
import math
import time
from multiprocessing import Pool
from pathlib import Path

import torch
from torch import Tensor

from data.banks import Bank, load_banks
from data.feed import Batch, feed
from data.mixtures import CLEAN, SHARES, Mixer
from data.rooms import make_rooms
from data.signals import RATE
from loss import loss_of
from network.architecture import RestorationNetwork, multiplications
from network.spectra import HOP, samples_of
from validation import autocast, made_clips, validate

WEIGHT_DECAY = 0.02
MOST_GRADIENT = 2.0
# Half precision loses gradients that are smaller than it can write.
LOSS_SCALE = 256.0
AVERAGE = 0.9985
# Of the peak: the learning rate at the end.
LAST_RATE = 0.01
VALIDATION_SECONDS = 60
REPORT_STEPS = 100
# Workers that unpack recordings.
WORKERS = 16


class Training:
    """A network, its moving average and its optimizer."""

    def __init__(self, network: RestorationNetwork, device: str, precision: str) -> None:
        """precision: float32, bfloat16 or float16, on a graphics card; elsewhere it is always float32."""
        self.network = network.to(device)
        self.average = copy.deepcopy(self.network).eval()
        self.device = device
        self.precision = precision if device.startswith('cuda') else 'float32'
        self.scale = LOSS_SCALE if self.precision == 'float16' else 1.0
        self.steps = 0
        matrices = [weight for weight in network.parameters() if weight.ndim > 1]
        vectors = [weight for weight in network.parameters() if weight.ndim <= 1]
        groups = [{'params': matrices, 'weight_decay': WEIGHT_DECAY}, {'params': vectors, 'weight_decay': 0.0}]
        fused = 'fused' in inspect.signature(torch.optim.AdamW).parameters and device.startswith('cuda')
        self.optimizer = torch.optim.AdamW(groups, betas=(0.9, 0.98), **({'fused': True} if fused else {}))

    def step(self, batch: Batch, rate: float) -> dict[str, Tensor]:
        """One step. rate: learning rate. Gives the loss, its parts and the length of the gradient."""
        for group in self.optimizer.param_groups:
            group['lr'] = rate
        self.network.train()
        length = batch.target.shape[1]
        with autocast(self.precision):
            made = self.network(batch.spectra)
        made = samples_of(made.float(), length) / batch.factors / batch.gains
        loss, report = loss_of(made, batch.target / batch.gains, batch.kinds == CLEAN)
        self.optimizer.zero_grad(set_to_none=True)
        (loss * self.scale).backward()
        if self.scale != 1:
            torch._foreach_div_([weight.grad for weight in self.network.parameters()], self.scale)
        gradient = torch.nn.utils.clip_grad_norm_(self.network.parameters(), MOST_GRADIENT)
        if torch.isfinite(gradient):
            self.optimizer.step()
        else:
            print('skipped a step without finite gradients:', self.steps, flush=True)
        self.follow()
        self.steps += 1
        return {**report, 'loss': loss.detach(), 'gn': gradient}

    @torch.no_grad()
    def follow(self) -> None:
        """Moves the average, faster at the beginning."""
        share = min(AVERAGE, (1 + self.steps) / (20 + self.steps))
        averages, weights = list(self.average.parameters()), list(self.network.parameters())
        torch._foreach_mul_(averages, share)
        torch._foreach_add_(averages, weights, alpha=1 - share)
        for average, value in zip(self.average.buffers(), self.network.buffers()):
            average.copy_(average * share + value * (1 - share) if average.is_floating_point() else value)


def rate_at(progress: float, peak: float, warm: float) -> float:
    """The learning rate, up in a line and down in a cosine. progress and warm: shares of the time."""
    if progress < warm:
        return peak * min(1, progress / warm)
    return peak * (LAST_RATE + (1 - LAST_RATE) * 0.5 * (1 + math.cos(math.pi * (progress - warm) / (1 - warm))))


def validation_clips(banks: dict[str, Bank], device: str, count: int) -> list[tuple[Tensor, Tensor]]:
    """The same for every run, whatever its seed."""
    torch.manual_seed(777)
    rooms = make_rooms(24 if device.startswith('cuda') else 3, device)
    own = {name: banks[f'validation-{name}'] for name in ('speech', 'noise', 'music')}
    return made_clips(Mixer(own, rooms, device), count)


def run(options: argparse.Namespace) -> None:
    began = time.time()
    device = options.device
    is_fast = device.startswith('cuda')
    if is_fast:
        torch.backends.cuda.matmul.allow_tf32 = True
        torch.backends.cudnn.allow_tf32 = True
        torch.backends.cudnn.benchmark = True
    with Pool(WORKERS if is_fast else 2) as pool:
        banks = load_banks(options.data, device, pool)
    print('hours:', {name: round(bank.hours, 3) for name, bank in banks.items()}, flush=True)
    clips = validation_clips(banks, device, options.validation_clips)
    torch.manual_seed(options.seed)
    mixer = Mixer(banks, make_rooms(options.rooms, device), device, options.shares)
    network = RestorationNetwork()
    if options.init is not None:
        network.load_state_dict(torch.load(options.init, map_location='cpu', weights_only=True))
    training = Training(network, device, options.precision)
    weights = sum(weight.numel() for weight in network.parameters())
    print(f'{weights} weights, {multiplications(network) / 1e6:.0f} million multiplications for a second of sound')

    length = int(options.length * RATE) // HOP * HOP
    first = last_validation = time.time()
    end = began + options.seconds
    sums: dict[str, float] = {}
    with feed(mixer, options.batch, length, in_background=is_fast) as next_batch:
        while time.time() < end and training.steps < options.steps:
            rate = rate_at((time.time() - first) / (end - first), options.peak, options.warm)
            for name, value in training.step(next_batch(), rate).items():
                sums[name] = sums.get(name, 0) + value
            if training.steps % REPORT_STEPS == 0:
                means = {name: round(float(value) / REPORT_STEPS, 4) for name, value in sums.items()}
                print(training.steps, f'{time.time() - began:.1f} s', f'rate {rate:.2e}', means, flush=True)
                sums = {}
            if time.time() - last_validation > VALIDATION_SECONDS:
                last_validation = time.time()
                reached = validate(training.average, clips, training.precision)
                print('validation, step', training.steps, reached, flush=True)
                torch.save(training.average.state_dict(), options.out)
    for name, trained in (('average', training.average), ('last', training.network)):
        print('validation,', name, validate(trained, clips, training.precision), flush=True)
    torch.save(training.average.state_dict(), options.out)
    hours = training.steps * options.batch * options.length / 3600
    print(f'{training.steps} steps, {hours:.1f} h of mixtures, {time.time() - began:.1f} s in all', flush=True)


def shares(text: str) -> list[float]:
    return [float(share) for share in text.split(',')]


def parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument('--data', type=Path, nargs='+', required=True, help='folders with packs')
    parser.add_argument('--out', type=Path, required=True, help='the checkpoint, written every minute')
    parser.add_argument('--init', type=Path, help='a checkpoint to continue from')
    parser.add_argument('--seconds', type=float, default=370, help='from the start to the last step')
    parser.add_argument('--steps', type=int, default=10**9, help='at most')
    parser.add_argument('--batch', type=int, default=64, help='mixtures')
    parser.add_argument('--length', type=float, default=3.2, help='of a mixture, in seconds')
    parser.add_argument('--peak', type=float, default=2e-3, help='the highest learning rate')
    parser.add_argument('--warm', type=float, default=0.04, help='share of the time until the peak')
    parser.add_argument('--seed', type=int, default=1)
    parser.add_argument('--rooms', type=int, default=1200)
    parser.add_argument('--shares', type=shares, default=SHARES, help='of the kinds of noise, in the order of KINDS')
    parser.add_argument('--validation-clips', type=int, default=8, help='of each kind')
    parser.add_argument('--device', default='cuda')
    parser.add_argument('--precision', choices=('float32', 'bfloat16', 'float16'), default='float16')
    return parser.parse_args()


if __name__ == '__main__':
    run(parse())
