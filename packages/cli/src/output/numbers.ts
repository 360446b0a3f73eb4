/** Returns a number with separators, such as `100,000`. */
export const count = (value: number): string => value.toLocaleString('en-US')

/** Returns a number with its noun, such as `1 item` or `20 items`. */
export const plural = (value: number, one: string, many = `${one}s`): string =>
  `${count(value)} ${value === 1 ? one : many}`
