import { MultiSelect, Text, Textarea, TextInput } from '@mantine/core'
import type { Fault } from '@purveyor/client'
import type { ReactNode } from 'react'
import { reasonsTexts } from '../../texts/reasons.ts'
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
        label={reasonsTexts.text}
        description={
          <Counted text={reasonsTexts.textHint} length={lengthOf(values.text)} max={maxReasonText} />
        }
        value={values.text}
        onChange={(event) => change({ text: event.currentTarget.value })}
        error={messageOf(reasonsTexts.text, faults.text)}
        disabled={isDisabled}
        autosize
        minRows={4}
        maxRows={14}
        required
        data-autofocus
      />
      <TextInput
        label={reasonsTexts.code}
        description={<Counted text={reasonsTexts.codeHint} length={lengthOf(values.code)} max={maxCode} />}
        value={values.code}
        onChange={({ currentTarget: { value } }) =>
          change({ code: value, isCodeSuggested: !base && value === '' })
        }
        // What is typed replaces a code that was only suggested.
        onFocus={(event) => values.isCodeSuggested && event.currentTarget.select()}
        onBlur={() => change({ code: normalizedCode(values.code) })}
        error={messageOf(reasonsTexts.code, faults.code)}
        disabled={isDisabled}
        classNames={{ input: classes.codeInput }}
        autoComplete="off"
        spellCheck={false}
        required
      />
      {base && base.code !== normalizedCode(values.code) && (
        <Text c="dimmed" fz="sm" role="status">
          {reasonsTexts.codeChanged}
        </Text>
      )}
      <MultiSelect
        label={reasonsTexts.fields}
        description={reasonsTexts.fieldsHint}
        placeholder={values.fields.length === 0 ? reasonsTexts.fieldsPlaceholder : ''}
        data={fieldOptions}
        value={chosenOf(values.fields)}
        onChange={(chosen) => change({ fields: fieldsOf(chosen, values.fields) })}
        error={messageOf(reasonsTexts.fields, faults.fields)}
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
        {reasonsTexts.length(length, max)}
      </span>
    </span>
  )
}

function messageOf(label: string, fault: Fault | undefined): string | undefined {
  if (!fault) return undefined
  if (fault.code === 'TOO_SHORT') return reasonsTexts.required
  return fault.code === 'CODE_TAKEN' ? reasonsTexts.codeTaken : reasonsTexts.fault(label, fault.message)
}
