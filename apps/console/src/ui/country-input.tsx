import { Autocomplete, type AutocompleteProps, Text } from '@mantine/core'
import { t } from '../texts/texts.ts'
import { countriesByName, countryName, findCountries } from './countries.ts'

const countries = countriesByName()

type Props = Pick<AutocompleteProps, 'label' | 'error' | 'className' | 'required' | 'withAsterisk'> & {
  value: string
  onChange: (value: string) => void
}

/** The code of a country, found by its name. The code of a part of a country, such as `US-AK`, can be typed. */
export function CountryInput({ value, onChange, ...props }: Props) {
  return (
    <Autocomplete
      {...props}
      description={countryName(value) ?? t.actions.countryHint}
      data={countries}
      value={value}
      onChange={(text) => onChange(/^[a-z]{2}(-[a-z\d]{0,3})?$/i.test(text) ? text.toUpperCase() : text)}
      filter={({ options, search }) => {
        const found = new Set(findCountries(search))
        return options.filter((option) => 'value' in option && found.has(String(option.value)))
      }}
      limit={50}
      renderOption={({ option }) => (
        <>
          <Text w={28} c="dimmed">
            {option.value}
          </Text>
          <Text>{countryName(option.value)}</Text>
        </>
      )}
      autoComplete="off"
      comboboxProps={{ width: 260, position: 'bottom-start' }}
    />
  )
}
