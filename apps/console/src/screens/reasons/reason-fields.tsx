import { MultiSelect, Text, Textarea, TextInput } from '@mantine/core'
import type { Fault } from '@purveyor/client'
import type { ReactNode } from 'react'
import { t } from '../../texts/texts.ts'
import { maxReasonText } from '../../ui/reason-limits.ts'
import { chosenOf, fieldsOf } from './field-choices.ts'
import { fieldOptions } from './field-names.ts'
import { normalizedCode } from './reason-values.ts'
import classes from './reasons.module.css'
import { lengthOf, maxCode } from './templates.ts'
import type { ReasonForm } from './use-reason-form.ts'

type Props = {
  form: ReasonForm
  faults: { code?: Fault; text?: Fault; fields?: Fault }
  isDisabled: boolean
}

/** The fields of the form of a reason, with the errors of the last response. */
export function ReasonFields({ form: { values, base, change }, faults, isDisabled }: Props) {
  return (
    <>
      <Textarea
        label={t.reasons.text}
        description={<Counted text={t.reasons.textHint} length={lengthOf(values.text)} max={maxReasonText} />}
        value={values.text}
        onChange={(event) => change({ text: event.currentTarget.value })}
        error={messageOf(t.reasons.text, faults.text)}
        disabled={isDisabled}
        autosize
        minRows={4}
        maxRows={14}
        required
        data-autofocus
      />
      <TextInput
        label={t.reasons.code}
        description={<Counted text={t.reasons.codeHint} length={lengthOf(values.code)} max={maxCode} />}
        value={values.code}
        onChange={({ currentTarget: { value } }) =>
          change({ code: value, isCodeSuggested: !base && value === '' })
        }
        // What is typed replaces a code that was only suggested.
        onFocus={(event) => values.isCodeSuggested && event.currentTarget.select()}
        onBlur={() => change({ code: normalizedCode(values.code) })}
        error={messageOf(t.reasons.code, faults.code)}
        disabled={isDisabled}
        classNames={{ input: classes.codeInput }}
        autoComplete="off"
        spellCheck={false}
        required
      />
      {base && base.code !== normalizedCode(values.code) && (
        <Text c="dimmed" fz="sm" role="status">
          {t.reasons.codeChanged}
        </Text>
      )}
      <MultiSelect
        label={t.reasons.fields}
        description={t.reasons.fieldsHint}
        placeholder={values.fields.length === 0 ? t.reasons.fieldsPlaceholder : ''}
        data={fieldOptions}
        value={chosenOf(values.fields)}
        onChange={(chosen) => change({ fields: fieldsOf(chosen, values.fields) })}
        error={messageOf(t.reasons.fields, faults.fields)}
        disabled={isDisabled}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': t.actions.clear }}
        hidePickedOptions
      />
    </>
  )
}

/** A hint with the length of what was typed. */
function Counted({ text, length, max }: { text: ReactNode; length: number; max: number }) {
  return (
    <span className={classes.counted}>
      <span>{text}</span>
      <span className={classes.counter} data-over={length > max || undefined}>
        {t.reasons.length(length, max)}
      </span>
    </span>
  )
}

function messageOf(label: string, fault: Fault | undefined): string | undefined {
  if (!fault) return undefined
  if (fault.code === 'TOO_SHORT') return t.reasons.required
  return fault.code === 'CODE_TAKEN' ? t.reasons.codeTaken : t.reasons.fault(label, fault.message)
}
