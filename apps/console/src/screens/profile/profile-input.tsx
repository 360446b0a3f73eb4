import { NumberInput, Textarea, TextInput } from '@mantine/core'
import { profileTexts } from '../../texts/profile.ts'
import { CountryInput } from '../../ui/country-input.tsx'
import { completeAddress } from '../../ui/web-address.ts'
import classes from './profile.module.css'
import type { FieldProps } from './sections.ts'

type Props = FieldProps & { value: string; onChange: (value: string) => void; error: string | undefined }

/** The input of one field of the profile. */
export function ProfileInput({ name, kind, isRequired, isWide, autoComplete, onChange, ...props }: Props) {
  const hints: Partial<Record<string, string>> = profileTexts.hints
  const common = {
    ...props,
    label: profileTexts.fields[name],
    description: hints[name],
    required: isRequired,
    className: isWide ? classes.wide : undefined
  }
  if (kind === 'number')
    return (
      <NumberInput
        {...common}
        min={0}
        allowDecimal={false}
        allowNegative={false}
        onChange={(value) => onChange(String(value))}
      />
    )
  if (kind === 'country') return <CountryInput {...common} onChange={onChange} />
  if (kind === 'lines')
    return (
      <Textarea
        {...common}
        autosize
        minRows={3}
        maxRows={12}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    )
  return (
    <TextInput
      {...common}
      type={kind ?? 'text'}
      autoComplete={autoComplete ?? 'off'}
      {...(kind === 'url' && { onBlur: () => onChange(completeAddress(props.value)) })}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
