import { Alert, Radio, SimpleGrid, Stack, TextInput } from '@mantine/core'
import type { PricingType } from '@purveyor/client'
import { shippingMethodsTexts } from '../../texts/shipping-methods.ts'
import { Section } from '../../ui/section.tsx'
import { useUnits, weightLabel } from '../../ui/use-units.ts'
import type { PartProps } from './part-props.ts'

const texts = shippingMethodsTexts

/** How a shipping method charges, and for which weights it can be chosen. */
export function PricingSection({
  values,
  change,
  faults,
  currency
}: PartProps & { currency: string | undefined }) {
  const { currency: marketplace, weightUnit } = useUnits()
  const isUnusable = currency !== undefined && marketplace !== undefined && currency !== marketplace
  const limit = (field: 'weightLimitMin' | 'weightLimitMax') => (
    <TextInput
      label={weightLabel(texts[field], weightUnit)}
      inputMode="decimal"
      value={values[field]}
      onChange={(event) => change({ [field]: event.currentTarget.value })}
      error={faults.at(`/${field}`)}
      autoComplete="off"
    />
  )
  return (
    <>
      <Section title={texts.pricing}>
        <Stack>
          {isUnusable && <Alert color="amber">{texts.otherCurrency(currency, marketplace)}</Alert>}
          <Radio.Group
            aria-label={texts.pricing}
            value={values.pricingType}
            onChange={(pricingType) => change({ pricingType: pricingType as PricingType })}
          >
            <Stack gap="sm">
              <Radio value="FLAT_RATE" label={texts.flat} description={texts.flatDetail} />
              <Radio value="WEIGHT_BASED" label={texts.byWeight} description={texts.byWeightDetail} />
            </Stack>
          </Radio.Group>
        </Stack>
      </Section>
      <Section title={texts.weightLimits} hint={texts.weightLimitsHint}>
        <SimpleGrid cols={2}>
          {limit('weightLimitMin')}
          {limit('weightLimitMax')}
        </SimpleGrid>
      </Section>
    </>
  )
}
