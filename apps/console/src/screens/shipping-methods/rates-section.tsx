import { Button, Stack, Text } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useRef } from 'react'
import { shippingMethodsTexts } from '../../texts/shipping-methods.ts'
import { newKey } from '../../ui/new-key.ts'
import { Section } from '../../ui/section.tsx'
import { useCurrency } from '../../ui/use-units.ts'
import { emptyRate, type RateValues } from './method-values.ts'
import type { PartProps } from './part-props.ts'
import { RateFields } from './rate-fields.tsx'

const texts = shippingMethodsTexts

type Props = PartProps & { currency: string | undefined }

/** The countries of a shipping method, with the charges of each. */
export function RatesSection({ values: { rates, pricingType }, change, faults, currency }: Props) {
  const marketplace = useCurrency().currency
  const list = useRef<HTMLDivElement>(null)
  const add = useRef<HTMLButtonElement>(null)
  function addRate() {
    change({ rates: [...rates, { ...emptyRate, key: newKey() }] })
    requestAnimationFrame(() =>
      list.current?.querySelector<HTMLElement>('fieldset:last-child input')?.focus()
    )
  }
  function removeRate(key: string) {
    change({ rates: rates.filter((rate) => rate.key !== key) })
    add.current?.focus()
  }
  const changeRate = (key: string, changed: Partial<RateValues>) =>
    change({ rates: rates.map((rate) => (rate.key === key ? { ...rate, ...changed } : rate)) })
  return (
    <Section title={texts.rates}>
      <Stack ref={list} gap="sm">
        {rates.length === 0 && <Text c="dimmed">{texts.noRates}</Text>}
        {rates.map((rate, index) => (
          <RateFields
            key={rate.key}
            rate={rate}
            pricingType={pricingType}
            currency={currency ?? marketplace}
            onChange={(changed) => changeRate(rate.key, changed)}
            onRemove={() => removeRate(rate.key)}
            faultAt={(field) => faults.at(`/countryRates/${index}/${field}`)}
          />
        ))}
      </Stack>
      <Button
        ref={add}
        mt="sm"
        size="xs"
        variant="default"
        leftSection={<IconPlus size={14} />}
        onClick={addRate}
      >
        {texts.addRate}
      </Button>
    </Section>
  )
}
