/** Which part of a processor we get while others work on the same machine: 1 = a whole one. Takes 60 ms of it. */
export function processorShare(): number {
  const [cpu, started] = [process.cpuUsage(), performance.now()]
  let used = 0
  for (let turns = 0; used < 60_000; turns += 1) {
    Math.sqrt(turns)
    if (turns % 10_000 === 0) {
      const { user, system } = process.cpuUsage(cpu)
      used = user + system
    }
  }
  return Math.min(1, used / 1_000 / (performance.now() - started))
}
