import { proxy } from 'valtio'

const key = 'malfunction-sound'
let context: AudioContext | undefined

function remembered(): boolean {
  try {
    return localStorage.getItem(key) === 'on'
  } catch {
    return false
  }
}

/** Whether a new malfunction plays a sound; stored on this device. */
export const sound = proxy({ on: remembered() })

export function setSound(on: boolean): void {
  sound.on = on
  try {
    localStorage.setItem(key, on ? 'on' : 'off')
  } catch {
    // private windows may keep nothing; the choice holds for this visit then
  }
  if (on) chime()
}

/** Two soft tones; silent until the browser has had a first touch of the page. */
export function chime(): void {
  if (!sound.on || typeof AudioContext === 'undefined') return
  context ??= new AudioContext()
  const audio = context
  void audio.resume().then(() => {
    for (const [at, frequency] of [
      [0, 660],
      [0.18, 880],
    ] as const) {
      const tone = audio.createOscillator()
      const volume = audio.createGain()
      const start = audio.currentTime + at
      tone.frequency.value = frequency
      volume.gain.setValueAtTime(0.0001, start)
      volume.gain.exponentialRampToValueAtTime(0.12, start + 0.02)
      volume.gain.exponentialRampToValueAtTime(0.0001, start + 0.35)
      tone.connect(volume).connect(audio.destination)
      tone.start(start)
      tone.stop(start + 0.4)
    }
  })
}
