import { Text } from '@mantine/core'
import type { Address as PostalAddress } from '@purveyor/client'

/** Returns the lines of an address, without those that are empty. */
export function addressLines(address: PostalAddress): string[] {
  const { name, company, addressLine1, addressLine2, city, state, zipCode, country, phone } = address
  const place = [city, [state, zipCode].filter(Boolean).join(' ')].filter(Boolean).join(', ')
  return [name, company, addressLine1, addressLine2, place, country && countryName(country), phone].filter(
    (line): line is string => Boolean(line)
  )
}

/** A postal address, one part on each line. */
export function AddressLines({ address }: { address: PostalAddress }) {
  return (
    <Text component="address" fs="normal" lh={1.55} miw={0} style={{ overflowWrap: 'anywhere' }}>
      {addressLines(address).map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two lines can be the same, and never change their order
        <span key={index} style={{ display: 'block' }}>
          {line}
        </span>
      ))}
    </Text>
  )
}

const countries = new Intl.DisplayNames(undefined, { type: 'region', fallback: 'code' })

/** Returns the name of a country, or its code if it has no name. */
export function countryName(code: string): string {
  try {
    return countries.of(code) ?? code
  } catch {
    return code
  }
}
