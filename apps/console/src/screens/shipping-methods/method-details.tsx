import { Stack, Table } from '@mantine/core'
import type { ShippingMethod } from '@purveyor/client'
import { shippingMethodsTexts } from '../../texts/shipping-methods.ts'
import { countryName } from '../../ui/countries.ts'
import { Details } from '../../ui/details.tsx'
import { formatMoney } from '../../ui/format.ts'
import { Section } from '../../ui/section.tsx'
import { formatWeight, useUnits } from '../../ui/use-units.ts'

const texts = shippingMethodsTexts

/** A shipping method as viewers see it. */
export function MethodDetails({ method }: { method: ShippingMethod }) {
  const { pricingType, weightLimitMin, weightLimitMax, isActive, description } = method
  const isFlat = pricingType === 'FLAT_RATE'
  const { weightUnit } = useUnits()
  return (
    <Stack gap="lg">
      <Section title={texts.basics}>
        <Details
          rows={[
            [texts.description, description],
            [texts.status, isActive ? texts.active : texts.inactive],
            [texts.pricing, isFlat ? texts.flat : texts.byWeight],
            [
              texts.fields.weightLimitMin,
              weightLimitMin !== null && formatWeight(weightLimitMin, weightUnit)
            ],
            [texts.fields.weightLimitMax, weightLimitMax !== null && formatWeight(weightLimitMax, weightUnit)]
          ]}
        />
      </Section>
      <Section title={texts.rates}>
        {method.countryRates.length === 0 ? texts.nowhere : <Rates method={method} isFlat={isFlat} />}
      </Section>
    </Stack>
  )
}

function Rates({ method: { countryRates, currency }, isFlat }: { method: ShippingMethod; isFlat: boolean }) {
  const { weightUnit } = useUnits()
  return (
    <Table aria-label={texts.rates}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">{texts.country}</Table.Th>
          <Table.Th scope="col">{isFlat ? texts.flatRate : texts.baseRate}</Table.Th>
          {!isFlat && <Table.Th scope="col">{texts.tiers}</Table.Th>}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {countryRates.map(({ id, countryCode, flatRate, baseRate, weightTiers }) => (
          <Table.Tr key={id}>
            <Table.Th scope="row" fw={400}>
              {countryName(countryCode) ?? countryCode}
            </Table.Th>
            <Table.Td>{formatMoney(isFlat ? flatRate : (baseRate ?? '0'), currency)}</Table.Td>
            {!isFlat && (
              <Table.Td>
                {weightTiers.map(({ minWeight, maxWeight, rate }) => (
                  <div key={minWeight}>
                    {formatWeight(minWeight, weightUnit)} – {formatWeight(maxWeight, weightUnit)}:{' '}
                    {formatMoney(String(rate), currency)}
                  </div>
                ))}
              </Table.Td>
            )}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}
