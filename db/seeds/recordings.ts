import { readRows } from './data-files.ts'

const day = 86_400_000
/** Start of every replay, so that history written today and reports sent tomorrow continue each other. */
const anchor = Date.UTC(2026, 0, 1)

export const recordingNames = ['autumn', 'summer', 'year'] as const
export type RecordingName = (typeof recordingNames)[number]

/** °C, %, V, dBm; null if the sensor sent nothing. `at` is the time of the replay in ms. */
export interface Sample {
  readonly at: number
  readonly temperature: number | null
  readonly humidity: number | null
  readonly supplyVoltage: number | null
  readonly rssi: number | null
}

/** Which part of which recording a device replays, and how its surroundings differ from the recorded place. */
export interface Replay {
  readonly recording: RecordingName
  /** Days into the recording at the anchor; devices of one site share it, so their curves agree. */
  readonly day: number
  /** Seconds later than the recording, so that devices do not report in chorus. */
  readonly lateS: number
  readonly warmer: number
  /** How much of the recorded swing reaches the device: 1 outdoors, less behind walls. */
  readonly swing: number
  readonly rssi: number
}

interface Recording {
  readonly samples: readonly Sample[]
  /** Whole days, in ms: the replay then starts again, at the same time of day. */
  readonly length: number
}

const loaded = new Map<RecordingName, Recording>()

function load(name: RecordingName): Recording {
  const known = loaded.get(name)
  if (known) return known
  const rows = readRows(`sensor-${name}.csv`)
  const first = Date.parse(rows[0]?.[0] ?? '')
  const start = Math.floor(first / day) * day
  const samples = rows.map(([time, , temperature, humidity, millivolts, rssi]): Sample => {
    const at = Date.parse(time ?? '')
    return {
      at: at - start,
      temperature: temperature ? Number(temperature) - season(at) : null,
      humidity: humidity ? Number(humidity) : null,
      supplyVoltage: millivolts ? Number(millivolts) / 1_000 : null,
      rssi: rssi ? Number(rssi) : null,
    }
  })
  const length = Math.ceil(((samples.at(-1)?.at ?? 0) + 1) / day) * day
  const recording = { samples, length }
  loaded.set(name, recording)
  return recording
}

/**
 * Mean temperature of the day of the year in °C: recorded values are shifted by its difference, so that no July shows
 * in January.
 */
export function season(at: number): number {
  return 11 - 9.5 * Math.cos((2 * Math.PI * (at - Date.UTC(2026, 0, 20))) / (365.25 * day))
}

/** Yields the samples of the replay with from <= at < until, in order, with their real gaps and repeats. */
export function* samplesBetween(replay: Replay, from: number, until: number): Generator<Sample> {
  const { samples, length } = load(replay.recording)
  const shift = replay.day * day - replay.lateS * 1_000
  let turn = Math.floor((from - anchor + shift) / length)
  for (;;) {
    const base = anchor - shift + turn * length
    for (let i = firstAtOrAfter(samples, from - base); i < samples.length; i++) {
      const sample = samples[i]
      if (!sample) break
      const at = base + sample.at
      if (at >= until) return
      yield adapt(sample, at, replay)
    }
    turn++
    if (anchor - shift + turn * length >= until) return
  }
}

/** Returns the last sample at or before `at`, up to three days back; null in a longer gap. */
export function sampleAt(replay: Replay, at: number): Sample | null {
  for (const back of [day / 8, 3 * day]) {
    let last: Sample | null = null
    for (const sample of samplesBetween(replay, at - back, at + 1)) last = sample
    if (last) return last
  }
  return null
}

/** Returns the next sample after `at`. */
export function sampleAfter(replay: Replay, at: number): Sample {
  for (const sample of samplesBetween(replay, at + 1, Number.POSITIVE_INFINITY)) return sample
  throw new Error(`recording ${replay.recording} is empty`)
}

function adapt(sample: Sample, at: number, replay: Replay): Sample {
  const { temperature, humidity, supplyVoltage, rssi } = sample
  return {
    at,
    temperature: temperature === null ? null : round(temperature * replay.swing + season(at) + replay.warmer, 2),
    humidity: humidity === null ? null : Math.max(0, Math.min(100, round(humidity - replay.warmer * 2, 1))),
    supplyVoltage,
    rssi: rssi === null ? null : Math.max(-140, Math.min(-40, rssi + replay.rssi)),
  }
}

function firstAtOrAfter(samples: readonly Sample[], at: number): number {
  let low = 0
  let high = samples.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((samples[middle]?.at ?? 0) < at) low = middle + 1
    else high = middle
  }
  return low
}

function round(value: number, digits: number): number {
  const scale = 10 ** digits
  return Math.round(value * scale) / scale
}
