import { Autocomplete, type InputWrapperProps, Radio, Select, Stack, TextInput } from '@mantine/core'
import { settingsTexts } from '../../texts/settings.ts'
import { CountryInput } from '../../ui/country-input.tsx'
import { MailColor } from './mail-color.tsx'
import type { ChoiceProps, SettingProps } from './sections.ts'
import classes from './settings.module.css'

type Props = {
  setting: SettingProps
  value: string
  onChange: (value: string) => void
  error: string | undefined
  isReadOnly: boolean
}

const hints: Partial<Record<string, string>> = settingsTexts.hints

/** Hints are below the inputs, so that the inputs of a row are side by side. */
const belowInput: InputWrapperProps['inputWrapperOrder'] = ['label', 'input', 'description', 'error']

const timeZones = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')]
const weightUnits = Object.entries(settingsTexts.weightUnits).map(([value, label]) => ({ value, label }))
const maxOffered = 50

/** The input of one setting. */
export function SettingInput({ setting, isReadOnly, onChange, ...props }: Props) {
  if (setting.kind === 'choice')
    return <Choice name={setting.name} isReadOnly={isReadOnly} onChange={onChange} {...props} />
  if (setting.kind === 'color') return <MailColor isReadOnly={isReadOnly} onChange={onChange} {...props} />
  const common = {
    ...props,
    label: settingsTexts.fields[setting.name],
    description: hints[setting.name],
    inputWrapperOrder: belowInput,
    readOnly: isReadOnly,
    autoComplete: 'off'
  }
  if (setting.kind === 'weightUnit')
    return (
      <Select
        {...common}
        data={weightUnits}
        allowDeselect={false}
        onChange={(value) => value && onChange(value)}
      />
    )
  if (setting.kind === 'timeZone')
    return <Autocomplete {...common} data={timeZones} limit={maxOffered} required onChange={onChange} />
  if (setting.kind === 'country') return <CountryInput {...common} onChange={onChange} />
  return (
    <TextInput
      {...common}
      required={setting.isRequired ?? false}
      className={setting.isWide ? classes.wide : undefined}
      {...(setting.kind === 'number' && { inputMode: 'decimal' as const })}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

function Choice({ name, isReadOnly, ...props }: Omit<Props, 'setting'> & Pick<ChoiceProps, 'name'>) {
  const options: Record<string, { label: string; hint: string }> = settingsTexts.choices[name]
  return (
    <Radio.Group
      {...props}
      label={settingsTexts.fields[name]}
      description={hints[name]}
      className={classes.wide}
    >
      <Stack gap="xs" mt="xs">
        {Object.entries(options).map(([value, { label, hint }]) => (
          <Radio key={value} value={value} label={label} description={hint} disabled={isReadOnly} />
        ))}
      </Stack>
    </Radio.Group>
  )
}
