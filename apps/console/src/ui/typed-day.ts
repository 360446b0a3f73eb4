type Part = 'day' | 'month' | 'year'

/** How people of a locale write days with numbers. */
export type DayFormat = {
  /** Writes a day of the form `2026-03-01`, such as `01/03/2026`. Returns an empty text if it is no day. */
  write(day: string): string
  /** Reads what a person has typed. Undefined if it is no day. The form `2026-03-01` is read in every locale. */
  read(text: string): string | undefined
  /** The format, such as `dd/mm/yyyy`. */
  hint: string
}

const hints: Record<Part, string> = { day: 'dd', month: 'mm', year: 'yyyy' }

/** Returns the format of a locale; by default, that of the browser. */
export function dayFormat(locale?: string): DayFormat {
  const format = new Intl.DateTimeFormat(locale, {
    ...{ day: '2-digit', month: '2-digit', year: 'numeric' },
    ...{ calendar: 'gregory', numberingSystem: 'latn', timeZone: 'UTC' }
  })
  const parts = format.formatToParts(0)
  const isPart = (type: string): type is Part => Object.hasOwn(hints, type)
  const order = parts.map(({ type }) => type).filter(isPart)
  return {
    write(day) {
      const date = new Date(`${day}T00:00:00Z`)
      return Number.isNaN(date.getTime()) ? '' : format.format(date)
    },
    read(text) {
      const iso = /^\s*(\d{4})-(\d{1,2})-(\d{1,2})\s*$/.exec(text)
      if (iso) return dayOf({ year: iso[1], month: iso[2], day: iso[3] })
      const numbers = text.match(/\d+/g) ?? []
      if (numbers.length !== 3) return undefined
      return dayOf(Object.fromEntries(order.map((part, index) => [part, numbers[index]])))
    },
    hint: parts.map(({ type, value }) => (isPart(type) ? hints[type] : value)).join('')
  }
}

function dayOf({ day = '', month = '', year = '' }: Partial<Record<Part, string | undefined>>) {
  if (day.length > 2 || month.length > 2 || (year.length !== 2 && year.length !== 4)) return undefined
  const full = year.length === 2 ? `20${year}` : year
  const text = `${full}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const date = new Date(`${text}T00:00:00Z`)
  // 31 April would be 1 May.
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text) ? text : undefined
}
