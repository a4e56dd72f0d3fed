import { after, afterLengths, isWholeDays, wholeLengths } from './calendar.ts'
import type { TariffStage } from './types.ts'

/**
 * Price of a stay in cents, tax included (rules P-1 to P-3). The first stage that reaches the end counts as a whole; a
 * longer stay costs as many whole last stages as fit plus the price of the rest. Never less than a shorter stay from
 * the same start. Days are calendar days only in a tariff of whole days; a tariff with hours is priced by duration.
 */
export function priceFor(stages: readonly TariffStage[], start: Date, end: Date, siteZone: string): number {
  const last = stages.at(-1)
  // In UTC every day has 24 hours.
  const timeZone = stages.every(({ untilMinutes }) => isWholeDays(untilMinutes)) ? siteZone : 'UTC'
  if (!last || end.getTime() <= start.getTime()) return 0
  const whole = wholeLengths({ start, end }, last.untilMinutes, timeZone)
  const restStart = afterLengths(start, whole, last.untilMinutes, timeZone)
  if (restStart.getTime() >= end.getTime()) return whole * last.priceCents
  const reaches = (stage: TariffStage) => after(restStart, stage.untilMinutes, timeZone).getTime() >= end.getTime()
  return whole * last.priceCents + (stages.find(reaches) ?? last).priceCents
}

/** Price of staying until `newEnd`: the price of the whole stay minus what is paid for it, never below 0 (rule P-4). */
export function extensionPrice(
  stages: readonly TariffStage[],
  chainStart: Date,
  newEnd: Date,
  paidCents: number,
  timeZone: string,
): number {
  return Math.max(0, priceFor(stages, chainStart, newEnd, timeZone) - paidCents)
}

/**
 * Splits a price that includes tax (rule P-5). `ratePercent` has at most two decimals. Half a cent of tax is rounded
 * up; both parts always add up to the price, and a refund includes exactly the tax of the payment. Throws a RangeError
 * for anything but whole cents.
 */
export function taxOf(grossCents: number, ratePercent: number): { netCents: number; taxCents: number } {
  if (!Number.isSafeInteger(grossCents)) throw new RangeError(`not whole cents: ${grossCents}`)
  const rate = BigInt(Math.round(ratePercent * 100))
  const base = 10_000n + rate
  const size = BigInt(Math.abs(grossCents))
  const tax = Number((2n * size * rate + base) / (2n * base))
  const taxCents = grossCents < 0 && tax > 0 ? -tax : tax
  return { netCents: grossCents - taxCents, taxCents }
}
