const form = /^([0-9A-F]{8})([0-9A-F]{8})([0-9A-F]{8})$/

/**
 * Returns the names of all files of WAL from `first` to `last`. Each has `segmentBytes` bytes. Both names
 * must be of the same timeline.
 */
export function segmentsBetween(first: string, last: string, segmentBytes: number): string[] {
  const perLog = 0x1_0000_0000 / segmentBytes
  const [start, end] = [parse(first, perLog), parse(last, perLog)]
  if (start.timeline !== end.timeline || start.number > end.number)
    throw new Error(`${first} and ${last} aren't the ends of a sequence of WAL.`)
  const names: string[] = []
  for (let number = start.number; number <= end.number; number++)
    names.push(start.timeline + hex(Math.floor(number / perLog)) + hex(number % perLog))
  return names
}

function parse(name: string, perLog: number): { timeline: string; number: number } {
  const [, timeline = '', log = '', segment = ''] = form.exec(name) ?? []
  if (timeline === '') throw new Error(`${name} isn't the name of a file of WAL.`)
  return { timeline, number: Number.parseInt(log, 16) * perLog + Number.parseInt(segment, 16) }
}

function hex(value: number): string {
  return value.toString(16).toUpperCase().padStart(8, '0')
}

/** Returns the first file of WAL that a backup needs, from its `backup_label`. */
export function firstSegment(label: string): string {
  const [, name] = /^START WAL LOCATION: \S+ \(file ([0-9A-F]{24})\)$/m.exec(label) ?? []
  if (name === undefined) throw new Error(`The backup label names no file of WAL: ${label}`)
  return name
}
