import { ActionIcon, SimpleGrid, Text, TextInput, Tooltip } from '@mantine/core'
import type { PricingType } from '@purveyor/client'
import { IconTrash } from '@tabler/icons-react'
import { shippingMethodsTexts } from '../../texts/shipping-methods.ts'
import { countryName } from '../../ui/countries.ts'
import { CountryInput } from '../../ui/country-input.tsx'
import type { RateValues } from './method-values.ts'
import classes from './shipping-methods.module.css'
import { TierList } from './tier-list.tsx'

const texts = shippingMethodsTexts

type Props = {
  rate: RateValues
  pricingType: PricingType
  /** The currency of the charges, as soon as it is known. */
  currency: string | undefined
  onChange: (changed: Partial<RateValues>) => void
  onRemove: () => void
  /** Returns the error of a field of the rate. */
  faultAt: (field: string) => string | undefined
}

/** The charges of a shipping method for one country. */
export function RateFields({ rate, pricingType, currency, onChange, onRemove, faultAt }: Props) {
  const name = countryName(rate.countryCode) ?? (rate.countryCode || texts.thisRate)
  const field = pricingType === 'FLAT_RATE' ? 'flatRate' : 'baseRate'
  return (
    <fieldset className={classes.rate}>
      <legend className={classes.legend}>{name}</legend>
      <div className={classes.rateHead}>
        <SimpleGrid cols={2} flex={1}>
          <CountryInput
            label={texts.country}
            value={rate.countryCode}
            onChange={(countryCode) => onChange({ countryCode })}
            error={faultAt('countryCode')}
            required
          />
          <TextInput
            label={texts[field]}
            inputMode="decimal"
            value={rate[field]}
            onChange={(event) => onChange({ [field]: event.currentTarget.value })}
            error={faultAt(field)}
            required={pricingType === 'FLAT_RATE'}
            autoComplete="off"
            rightSection={
              <Text c="dimmed" fz="xs">
                {currency}
              </Text>
            }
            rightSectionWidth={48}
          />
        </SimpleGrid>
        <Tooltip label={texts.removeRate(name)}>
          <ActionIcon aria-label={texts.removeRate(name)} onClick={onRemove} size="lg">
            <IconTrash size={18} />
          </ActionIcon>
        </Tooltip>
      </div>
      {pricingType === 'WEIGHT_BASED' && (
        <TierList
          tiers={rate.tiers}
          currency={currency}
          onChange={(tiers) => onChange({ tiers })}
          faultAt={(tier) => faultAt(`weightTiers${tier}`)}
        />
      )}
    </fieldset>
  )
}
