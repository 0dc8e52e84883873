"""Makes packs of the recordings that the network was trained on: `prepare.py --sources FOLDER --out PACKS [NAME …]`.

README.md says where each source comes from, and in which folder of FOLDER it is expected. It needs soundfile, scipy,
libopus, and ffmpeg for what soundfile doesn't read.
"""

from __future__ import annotations

import argparse
import random
import re
from collections.abc import Callable, Iterable
from pathlib import Path

from data.packs import PACK_SUFFIX, write_pack
from data.recordings import (
    Recording, joined_by_speaker, joined_sounds, leveled_speech, read, read_noise, read_speech, with_short_pauses,
)  # fmt: skip

RATE = 16_000
SPEECH_BITRATE = 28_000
VALIDATION_BITRATE = 32_000
NOISE_BITRATE = 22_000
MUSIC_BITRATE = 24_000

# Voices of the bench. The weights in the product were trained with one utterance each of 3436 and 5703.
HELD_OUT_SPEAKERS = set(
    '103 1034 1040 1069 1081 1088 1098 1116 118 1183 1235 1246 125 1263 1334 1355 1363 1447 1455 150 3436 5703'.split()
)
# In the bench.
HELD_OUT_CLIPS = ('1-100032-A', '5-156999')
MUSIC_OF_MAX = {'arcade_music', 'cinematic', 'guitar', 'jazz_guitar', 'piano'}
VALIDATION_OF_MAX = {'train', 'snoring'}
# A forest of Berlin Noise, and Blanket's coffee shop.
VALIDATION_PLACES = ('9a12b4b8', 'coffee')
SOUNDS_OF_0AD = re.compile('ambient|resource|attack|fauna|singlesteps|mounted|ship|gate|construction')
VOICES_OF_GAMES = re.compile('voice|speech|_say|ambi_choir|vox|vocal')
# Where Debian packages were unpacked, with `dpkg-deb -x`.
SHARE = 'debian/usr/share'
GAMES = f'{SHARE}/games'
SOUND_FOLDERS = (
    f'{SHARE}/freedroidrpg/data/sound/effects', f'{GAMES}/supertuxkart/data/sfx', f'{GAMES}/torcs/data/sound',
    f'{GAMES}/widelands/data/sound', f'{SHARE}/unknown-horizons/content/audio/sounds', f'{GAMES}/lincity-ng/sounds',
    f'{GAMES}/etr/sounds', f'{SHARE}/sounds', f'{SHARE}/sonic-pi',
)  # fmt: skip
MUSIC_FOLDERS = (
    f'{SHARE}/freedroidrpg/data/sound/music', f'{GAMES}/supertuxkart/data/music', f'{GAMES}/widelands/data/music',
    f'{SHARE}/unknown-horizons/content/audio/music', f'{GAMES}/ardentryst/Music', f'{GAMES}/etr/music',
    f'{GAMES}/lincity-ng/music', f'{GAMES}/singularity/music', f'{GAMES}/warzone2100/music', f'{GAMES}/wesnoth/1.16',
    f'{SHARE}/scummvm/drascula/audio', '0ad/audio/music',
)  # fmt: skip
# Of so many pieces a third is left out.
MANY_PIECES = 180


class Preparation:
    """Reads below one folder and writes packs to another. The methods named after a source make its packs."""

    def __init__(self, sources: Path, out: Path) -> None:
        self.sources = sources
        self.out = out
        self.draw = random.Random(1)

    def files(self, pattern: str, endings: str | None = None) -> list[Path]:
        found = sorted(path for path in self.sources.glob(pattern) if path.is_file())
        return found if endings is None else [path for path in found if re.search(rf'\.({endings})$', path.name)]

    def pack(self, name: str, title: str, recordings: Iterable[Recording], bitrate: int) -> None:
        recordings = list(recordings)
        if not recordings:
            raise SystemExit(f'There is nothing for {name} below {self.sources}.')
        hours = write_pack(self.out / f'{name}{PACK_SUFFIX}', title, recordings, bitrate)
        print(f'{name}: {len(recordings)} recordings, {hours:.3f} h', flush=True)

    def librispeech(self) -> None:
        """Resemblyzer's selection: one utterance of each speaker. Every sixteenth speaker is for validation."""
        paths = self.files('resemblyzer/audio_data/librispeech_train-clean-100/*.flac')
        paths = [path for path in paths if path.name.split('-')[0] not in HELD_OUT_SPEAKERS]
        found = read_speech(paths, lambda path: path.name.split('-')[0], 30, self.draw)
        validation = [(speaker, samples) for speaker, samples in found if int(speaker) % 16 == 3][:12]
        speakers = {speaker for speaker, _ in validation}
        rest = [(speaker, samples) for speaker, samples in found if speaker not in speakers]
        self.pack('validation-speech-librispeech', 'LibriSpeech', validation, VALIDATION_BITRATE)
        self.pack('speech-librispeech', 'LibriSpeech train-clean-100', rest, SPEECH_BITRATE)

    def picovoice(self) -> None:
        found = read_speech(self.files('picovoice-intent/data/speech/**/*.wav'), lambda _: 'intent', 36, self.draw)
        self.draw.shuffle(found)
        self.pack('validation-speech-picovoice', 'Picovoice intent', found[:10], VALIDATION_BITRATE)
        self.pack('speech-picovoice-intent', 'Picovoice intent', joined_by_speaker(found[10:]), SPEECH_BITRATE)
        paths = self.files('picovoice-wake/audio/*/*')
        words = read_speech(paths, lambda _: 'wake', 36, self.draw, most_hours=0.45, least_seconds=0.4)
        self.pack('speech-picovoice-wake', 'Picovoice wake words', joined_by_speaker(words), SPEECH_BITRATE)

    def kerstin(self) -> None:
        paths = self.files('kerstin/verified/**/*.flac')
        found = read_speech(paths, lambda _: 'kerstin', 36, self.draw, most_hours=0.6)
        self.pack('validation-speech-kerstin', 'Kerstin', found[:3], VALIDATION_BITRATE)
        self.pack('speech-kerstin', 'Kerstin', joined_by_speaker(found[3:]), SPEECH_BITRATE)

    def dc_tts(self) -> None:
        found = read_speech(self.files('dc-tts/LJSpeech-1.1/wavs/*.wav'), lambda _: 'dc-tts', 34, self.draw)
        self.pack('speech-dc-tts', 'One speaker of dc_tts', joined_by_speaker(found), SPEECH_BITRATE)

    def asterisk(self) -> None:
        """Twenty minutes of prompts in each language, joined to one file beforehand: asterisk/LANGUAGE.g722."""
        for path in self.files('asterisk/*.g722'):
            language = path.stem[:2]
            samples = read(path)
            if samples is None:
                continue
            samples = with_short_pauses(samples[: 1200 * RATE])
            parts = [samples[begin : begin + 30 * RATE] for begin in range(0, len(samples) - 8 * RATE, 30 * RATE)]
            leveled = [(language, leveled_speech(part) * 0.8) for part in parts if abs(part).max() > 1e-3]
            self.draw.shuffle(leveled)
            self.pack(f'speech-asterisk-{language}', f'Asterisk prompts, {language}', leveled[:24], SPEECH_BITRATE)

    def gcompris(self) -> None:
        """Voices that LICENSE.txt there calls Public Domain."""
        folder, paths = '', []
        for line in (self.sources / 'gcompris/LICENSE.txt').read_text(errors='replace').splitlines():
            heading, voice = re.match(r'\./(\S+):', line.strip()), re.match(r'(\S+\.ogg)\s+(.*)', line.strip())
            if heading:
                folder = heading[1]
            elif voice and folder and 'Public Domain' in voice[2]:
                paths.append(self.sources / 'gcompris' / folder / voice[1])
        paths = [path for path in paths if path.exists()]
        found = read_speech(paths, lambda path: self.name_of(path).split('/')[1], 32, self.draw, least_seconds=0.4)
        self.pack('speech-gcompris', 'GCompris, public domain', joined_by_speaker(found), SPEECH_BITRATE)

    def noise(self) -> None:
        """Recorded noise, and that of games."""
        clips = [path for path in self.files('esc10/*/*.ogg') if HELD_OUT_CLIPS[0] not in path.name]
        last_fold = [path for path in clips if path.name.startswith('5-') and HELD_OUT_CLIPS[1] not in path.name]
        validation = last_fold[::4]
        self.pack('noise-esc10', 'ESC-10', read_noise(path for path in clips if path not in validation), NOISE_BITRATE)

        of_max = self.files('max/*.wav')
        folders = ('berlin', 'blanket', 'alarm', 'speech-commands')
        places = [path for folder in folders for path in self.files(f'{folder}/*')]
        kept = [path for path in places if any(part in path.name for part in VALIDATION_PLACES)]
        field = [path for path in of_max if path.stem not in MUSIC_OF_MAX | VALIDATION_OF_MAX]
        field += [path for path in places if path not in kept]
        self.pack('noise-field', 'Field recordings', read_noise(field, 90), NOISE_BITRATE)
        validation += [path for path in of_max if path.stem in VALIDATION_OF_MAX] + kept
        self.pack('validation-noise', 'Noise for validation', read_noise(validation, 15), NOISE_BITRATE)

        chosen = [path for path in self.files('0ad/audio/**/*.ogg') if SOUNDS_OF_0AD.search(self.name_of(path))]
        self.draw.shuffle(chosen)
        ambient = [path for path in chosen if re.search('ambient|fire', self.name_of(path))]
        short = joined_sounds(read_noise(path for path in chosen if path not in ambient))
        self.pack('noise-0ad', 'Sounds of 0 A.D.', read_noise(ambient, 40) + short, NOISE_BITRATE)

        paths = [path for folder in SOUND_FOLDERS for path in self.files(f'{folder}/**/*', 'ogg|wav|oga|flac|aif')]
        paths = [path for path in paths if not VOICES_OF_GAMES.search(self.name_of(path).lower())]
        self.draw.shuffle(paths)
        found = read_noise(paths, 20)
        long = [sound for sound in found if len(sound[1]) > 4 * RATE]
        short = joined_sounds([sound for sound in found if len(sound[1]) <= 4 * RATE])
        self.pack('noise-games', 'Sounds of games and themes', long + short, NOISE_BITRATE)

    def music(self) -> None:
        """Three pieces are for validation. The product's weights were trained with two of them, too."""
        paths = sorted(path for folder in MUSIC_FOLDERS for path in self.files(f'{folder}/**/*', 'ogg|opus|mp3|flac'))
        wesnoth = self.files(f'{GAMES}/wesnoth/**/*.ogg')[:2]
        validation = [*wesnoth, *self.files(f'{GAMES}/widelands/data/music/*.ogg')[:1]]
        if len(paths) > MANY_PIECES:
            paths = [path for index, path in enumerate(paths) if index % 3 != 2]
        paths = [path for path in paths if path not in validation]
        paths += [path for path in self.files('max/*.wav') if path.stem in MUSIC_OF_MAX]
        self.draw.shuffle(paths)
        self.pack('music', 'Music of games and of MAX', read_noise(paths, 26), MUSIC_BITRATE)
        self.pack('validation-music', 'Music for validation', read_noise(validation, 15), MUSIC_BITRATE)

    def name_of(self, path: Path) -> str:
        """What a file is called below the sources."""
        return path.relative_to(self.sources).as_posix()

    def steps(self) -> dict[str, Callable[[], None]]:
        return {
            'librispeech': self.librispeech,
            'picovoice': self.picovoice,
            'kerstin': self.kerstin,
            'dc-tts': self.dc_tts,
            'asterisk': self.asterisk,
            'gcompris': self.gcompris,
            'noise': self.noise,
            'music': self.music,
        }


def run() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument('--sources', type=Path, required=True)
    parser.add_argument('--out', type=Path, required=True)
    parser.add_argument('names', nargs='*', help='what to prepare; all of it without names')
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    steps = Preparation(options.sources, options.out).steps()
    unknown = set(options.names) - set(steps)
    if unknown:
        parser.error(f'{", ".join(sorted(unknown))}: the names are {", ".join(steps)}')
    for name in options.names or steps:
        steps[name]()


if __name__ == '__main__':
    run()
