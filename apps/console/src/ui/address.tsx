import { Text } from '@mantine/core'
import type { Address as PostalAddress } from '@purveyor/client'
import { countryName } from './countries.ts'

/** Returns the lines of an address, without those that are empty. */
export function addressLines(address: PostalAddress): string[] {
  const { name, company, addressLine1, addressLine2, city, state, zipCode, phone } = address
  const place = [city, [state, zipCode].filter(Boolean).join(' ')].filter(Boolean).join(', ')
  return [name, company, addressLine1, addressLine2, place, nameOfCountry(address), phone].filter(
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

/** Returns the place of an address on one line, such as `Besançon, France`. */
export function placeOf(address: PostalAddress): string {
  return [address.city, address.state, nameOfCountry(address)].filter(Boolean).join(', ')
}

function nameOfCountry({ country }: PostalAddress): string | undefined {
  return country ? (countryName(country) ?? country) : undefined
}
