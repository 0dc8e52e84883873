"""Writes the product's weights from a checkpoint: `export.py --checkpoint FILE.pt`.

Batch norms are folded into the convolutions. New weights need new conformance vectors, which `--vectors`
makes beside their inputs.
"""

from __future__ import annotations

import argparse
import hashlib
import inspect
import json
from pathlib import Path

import torch
from torch import Tensor, nn

from network.architecture import RestorationNetwork, apply_taps, folded
from network.spectra import restore, spectra_of
from network.wav import read_wav, write_wav

HERE = Path(__file__).resolve().parent
CHECKPOINT = HERE / 'checkpoint.pt'
MODEL_FOLDER = HERE.parents[1] / 'electron/audio/dsp/network/model'
VECTORS_FOLDER = HERE.parents[1] / 'test/fixtures/network-vectors'
OPSET = 17


def open_checkpoint(path: Path) -> RestorationNetwork:
    """The network as it was trained, ready to restore."""
    network = RestorationNetwork()
    network.load_state_dict(torch.load(path, map_location='cpu', weights_only=True))
    return network.eval()


def exported(network: RestorationNetwork) -> tuple[bytes, str]:
    """weights.bin, little-endian float32, one tensor after the other, and weights.json, for a folded network."""
    values = bytearray()
    lines = []
    for name, tensor in network.state_dict().items():
        shape = ', '.join(str(size) for size in tensor.shape)
        offset = len(values) // 4
        lines.append(f'    {json.dumps(name)}: {{\n      "shape": [{shape}],\n      "offset": {offset}\n    }}')
        values += tensor.detach().numpy().astype('<f4').tobytes()
    digest = hashlib.sha256(values).hexdigest()
    # As the formatter of the project writes it.
    tensors = ',\n'.join(lines)
    return bytes(values), f'{{\n  "sha256": "{digest}",\n  "tensors": {{\n{tensors}\n  }}\n}}\n'


class WithTaps(nn.Module):
    """Gives the spectra and the taps they were made with."""

    def __init__(self, network: RestorationNetwork) -> None:
        super().__init__()
        self.network = network

    def forward(self, spectra: Tensor) -> tuple[Tensor, Tensor]:
        taps = self.network.taps_of(spectra)
        return apply_taps(spectra, taps), taps


def write_onnx(network: RestorationNetwork, path: Path) -> None:
    """For other programs; the product doesn't need it. Frames are free."""
    names = {'input_names': ['spec'], 'output_names': ['out', 'taps']}
    axes = {name: {2: 'frames'} for name in ('spec', 'out', 'taps')}
    # Newer versions have a second exporter, which needs packages of its own.
    has_other = 'dynamo' in inspect.signature(torch.onnx.export).parameters
    example = spectra_of(torch.randn(1, 32_000) * 0.05)
    torch.onnx.export(
        WithTaps(network), example, str(path), **names, dynamic_axes=axes, opset_version=OPSET,
        **({'dynamo': False} if has_other else {}),
    )  # fmt: skip


@torch.no_grad()
def run(options: argparse.Namespace) -> None:
    network = open_checkpoint(options.checkpoint)
    made = folded(network)
    spectra = spectra_of(torch.randn(1, 32_000) * 0.05)
    print(f'Folding changes the output by at most {float((network(spectra) - made(spectra)).abs().max()):.1e}.')
    values, description = exported(made)
    options.out.mkdir(parents=True, exist_ok=True)
    (options.out / 'weights.bin').write_bytes(values)
    (options.out / 'weights.json').write_text(description)
    print(f'{len(values) // 4} weights are in {options.out}.')
    if options.onnx is not None:
        write_onnx(made, options.onnx)
    if options.vectors is not None:
        for path in sorted(options.vectors.glob('*.in.wav')):
            samples = torch.from_numpy(read_wav(path).copy())[None]
            write_wav(path.with_name(path.name.replace('.in.wav', '.out.wav')), restore(made, samples)[0].numpy())
            print(f'{path.name}: restored beside it.')


def parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument('--checkpoint', type=Path, default=CHECKPOINT)
    parser.add_argument('--out', type=Path, default=MODEL_FOLDER, help='the folder of the weights')
    parser.add_argument('--onnx', type=Path, help='also writes this file; newer PyTorch needs the package onnx')
    parser.add_argument('--vectors', type=Path, help='a folder of NAME.in.wav, beside which NAME.out.wav is written')
    return parser.parse_args()


if __name__ == '__main__':
    run(parse())
