/** Short tones made on the spot; browsers allow them after the first touch or key. */

const TONES = {
  turn: [
    [660, 0, 0.12],
    [880, 0.11, 0.18],
  ],
  card: [[320, 0, 0.04]],
  trick: [[440, 0, 0.08]],
  warning: [
    [520, 0, 0.09],
    [520, 0.16, 0.09],
  ],
};

export class Sound {
  constructor(enabled) {
    this.enabled = enabled;
    const wake = () => {
      this.context ??= new AudioContext();
      this.context.resume();
    };
    addEventListener("pointerdown", wake, { once: true });
    addEventListener("keydown", wake, { once: true });
  }

  /** Play "turn", "card", "trick" or "warning"; silent when switched off or not yet allowed. */
  play(name) {
    if (!this.enabled || this.context?.state !== "running") return;
    for (const [pitch, start, length] of TONES[name])
      this.tone(pitch, this.context.currentTime + start, length);
  }

  tone(pitch, start, length) {
    const { context } = this;
    const volume = context.createGain();
    volume.gain.setValueAtTime(0.0001, start);
    volume.gain.exponentialRampToValueAtTime(0.09, start + 0.012);
    volume.gain.exponentialRampToValueAtTime(0.0001, start + length);
    const voice = context.createOscillator();
    voice.type = "triangle";
    voice.frequency.value = pitch;
    voice.connect(volume).connect(context.destination);
    voice.start(start);
    voice.stop(start + length + 0.02);
  }
}
