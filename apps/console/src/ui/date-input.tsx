import { ActionIcon, TextInput, type TextInputProps } from '@mantine/core'
import { IconCalendar } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { t } from '../texts/texts.ts'
import classes from './date-input.module.css'
import { dayFormat } from './typed-day.ts'

const format = dayFormat()

type Props = Omit<TextInputProps, 'value' | 'onChange' | 'min' | 'max'> & {
  /** A day of the form `2026-03-01`, or an empty text. */
  value: string
  onChange: (day: string) => void
  min?: string | undefined
  max?: string | undefined
}

/**
 * A day, which is typed and shown in the format of the browser's locale, like all dates of the console. The calendar is
 * that of the browser.
 */
export function DateInput({ value, onChange, min, max, ...props }: Props) {
  const shown = format.write(value)
  const [text, setText] = useState(shown)
  const calendar = useRef<HTMLInputElement>(null)
  // What is being typed stays as it is.
  useEffect(() => setText((now) => (read(now) === value ? now : shown)), [value, shown])
  function commit(typed: string): boolean {
    const day = read(typed)
    const isUsable = day !== undefined && isBetween(day, min, max)
    if (isUsable && day !== value) onChange(day)
    return isUsable
  }
  return (
    <TextInput
      {...props}
      value={text}
      placeholder={format.hint}
      autoComplete="off"
      onChange={({ currentTarget: { value: typed } }) => {
        setText(typed)
        // The year may still have only its first two digits.
        if (typed === '' || /\d{4}/.test(typed)) commit(typed)
      }}
      // A text that is no day is not kept, so that the field never shows another day than the one that is used.
      onBlur={() => setText(commit(text) ? format.write(read(text) ?? '') : shown)}
      rightSection={
        props.readOnly ? undefined : (
          <>
            <input
              ref={calendar}
              type="date"
              className={classes.calendar}
              tabIndex={-1}
              aria-hidden
              value={value}
              min={min}
              max={max}
              onChange={(event) => onChange(event.currentTarget.value)}
            />
            <ActionIcon
              variant="transparent"
              color="gray"
              aria-label={t.actions.calendar}
              onClick={() => calendar.current?.showPicker()}
            >
              <IconCalendar size={16} aria-hidden />
            </ActionIcon>
          </>
        )
      }
    />
  )
}

function read(text: string): string | undefined {
  return text.trim() === '' ? '' : format.read(text)
}

function isBetween(day: string, min = '', max = ''): boolean {
  return day === '' || ((min === '' || day >= min) && (max === '' || day <= max))
}
