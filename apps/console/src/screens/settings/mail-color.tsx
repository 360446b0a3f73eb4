import { Group, type InputWrapperProps, Text, TextInput } from '@mantine/core'
import { settingsTexts } from '../../texts/settings.ts'
import { formatNumber } from '../../ui/format.ts'
import { contrastOf, textContrast, textOn } from './contrast.ts'
import classes from './settings.module.css'

const texts = settingsTexts.mailPreview

/** The color of mails unless another one is chosen: that of the console. */
const defaultColor = '#0f7a68'
const belowInput: InputWrapperProps['inputWrapperOrder'] = ['label', 'input', 'description', 'error']

type Props = {
  value: string
  onChange: (value: string) => void
  error: string | undefined
  isReadOnly: boolean
}

/** The color of buttons and links in mails, with a button as mails show it, and the contrast of links. */
export function MailColor({ value, onChange, error, isReadOnly }: Props) {
  const typed = value.trim().toLowerCase()
  const color = /^#[0-9a-f]{6}$/.test(typed) ? typed : typed === '' ? defaultColor : undefined
  return (
    <div>
      <TextInput
        label={settingsTexts.fields.mailColor}
        description={settingsTexts.hints.mailColor}
        inputWrapperOrder={belowInput}
        value={value}
        error={error}
        readOnly={isReadOnly}
        placeholder={defaultColor}
        autoComplete="off"
        onChange={(event) => onChange(event.currentTarget.value)}
        leftSection={
          <input
            type="color"
            aria-label={texts.pick}
            className={classes.color}
            value={color ?? defaultColor}
            disabled={isReadOnly}
            onChange={(event) => onChange(event.currentTarget.value)}
          />
        }
      />
      {color && (
        <Group component="section" aria-label={texts.label} gap="sm" mt="xs" wrap="nowrap">
          <span className={classes.button} style={{ background: color, color: textOn(color) }}>
            {texts.button}
          </span>
          <Text fz="sm" c="dimmed">
            {texts.contrast(`${formatNumber(Math.floor(contrastOf(color, '#ffffff') * 10) / 10)}:1`)}.{' '}
            {contrastOf(color, '#ffffff') >= textContrast ? texts.good : texts.darkened}
          </Text>
        </Group>
      )}
    </div>
  )
}
