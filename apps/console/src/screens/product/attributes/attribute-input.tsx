import { Input, MultiSelect, SegmentedControl, Select, Text, Textarea, TextInput } from '@mantine/core'
import { type ReactNode, useId, useState } from 'react'
import { attributesTexts } from '../../../texts/attributes.ts'
import { t } from '../../../texts/texts.ts'
import { type AttributeField, isRequiredNow } from '../../../ui/attributes/attribute-field.ts'
import { attributeProblem, typedNumber } from '../../../ui/attributes/attribute-problem.ts'
import { rawText, withUnit } from '../../../ui/attributes/attribute-text.ts'
import { DateInput } from '../../../ui/date-input.tsx'
import { pointDecimal } from '../../../ui/decimal.ts'
import { formatDateTime } from '../../../ui/format.ts'
import { isSame } from '../form/product-form.ts'
import classes from './attributes.module.css'

type Props = {
  field: AttributeField
  /** Undefined if the product has no value. */
  value: unknown
  /** What the service says about the value. */
  error: string | undefined
  isReadOnly: boolean
  /** True to get the focus when the dialog around it opens. */
  isFocused?: boolean
  onChange: (value: unknown) => void
}

/** The help is below the input, so that inputs beside each other are on one line. */
const order: ('label' | 'input' | 'description' | 'error')[] = ['label', 'input', 'description', 'error']

/** The props of the input of a value. */
type InputProps = {
  inputWrapperOrder: typeof order
  label: ReactNode
  description: string | undefined
  error: string | undefined
  required: boolean
  readOnly: boolean
  'data-attribute': string
  'data-autofocus': true | undefined
}

type ControlProps = { field: AttributeField; value: unknown; input: InputProps; onChange: Props['onChange'] }

/** A text up to this length has one line. */
const maxLine = 120
/** With more options, they can be searched. */
const maxUnsearched = 8
const maxOffered = 200

/** The field of an attribute, with the control that suits its type. */
export function AttributeInput({ field, value, error, isReadOnly, isFocused, onChange }: Props) {
  const problem = value === undefined ? undefined : attributeProblem(field, value, attributesTexts.problem)
  const Control = controls[field.type]
  return (
    <Control
      field={field}
      value={value}
      onChange={onChange}
      input={{
        inputWrapperOrder: order,
        label: <Label field={field} />,
        description: descriptionOf(field),
        error: problem ?? error,
        required: field.requirement === 'REQUIRED' && !isReadOnly,
        readOnly: isReadOnly,
        'data-attribute': field.code,
        'data-autofocus': isFocused || undefined
      }}
    />
  )
}

function Label({ field: { label, requirement } }: { field: AttributeField }) {
  return (
    <>
      {label}
      {requirement === 'RECOMMENDED' && (
        <Text span c="dimmed" fz="xs" fw={400} ml={6}>
          {attributesTexts.recommended}
        </Text>
      )}
    </>
  )
}

/** Returns the help, the limits, and from when on a value is required. */
function descriptionOf(field: AttributeField): string | undefined {
  const { help, enforcedFrom } = field
  const isLater = field.requirement === 'REQUIRED' && !isRequiredNow(field)
  const parts = [
    help && (/[.!?]$/.test(help) ? help : `${help}.`),
    limitsOf(field),
    isLater && enforcedFrom && attributesTexts.requiredFrom(formatDateTime(enforcedFrom))
  ]
  return parts.filter(Boolean).join(' ') || undefined
}

/** The limits that all texts and numbers have are left out. */
const noLimit = { length: 2_000, number: 1e15 }

function limitsOf({ type, maxLength, min, max, unit }: AttributeField): string | undefined {
  if (type === 'TEXT' && maxLength !== undefined && maxLength < noLimit.length)
    return attributesTexts.maxLength(maxLength)
  const bound = (limit: number | undefined) =>
    limit === undefined || Math.abs(limit) === noLimit.number ? undefined : withUnit(String(limit), unit)
  const [low, high] = [bound(min), bound(max)]
  return low === undefined && high === undefined ? undefined : attributesTexts.range(low, high)
}

const controls = {
  TEXT: TextControl,
  NUMBER: NumberControl,
  INTEGER: NumberControl,
  BOOLEAN: BooleanControl,
  DATE: DateControl,
  OPTION: OptionControl,
  OPTIONS: OptionsControl
}

function TextControl({ field, value, input, onChange }: ControlProps) {
  const props = {
    ...input,
    value: value === undefined ? '' : rawText(value),
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
      onChange(currentTarget.value || undefined)
  }
  const isLine = field.maxLength !== undefined && field.maxLength <= maxLine
  return isLine ? <TextInput {...props} /> : <Textarea {...props} autosize minRows={1} maxRows={8} />
}

/** What is typed stays as it is: `12.50` doesn't become `12.5`. */
function NumberControl({ field, value, input, onChange }: ControlProps) {
  const [typed, setTyped] = useState('')
  const text = value === undefined ? '' : rawText(value)
  return (
    <TextInput
      {...input}
      inputMode={field.type === 'INTEGER' ? 'numeric' : 'decimal'}
      autoComplete="off"
      value={isSame(typedNumber(pointDecimal(typed)), value) ? typed : text}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value)
        onChange(typedNumber(pointDecimal(currentTarget.value)))
      }}
      {...(field.unit && {
        rightSection: <span className={classes.unit}>{field.unit}</span>,
        rightSectionWidth: 'auto',
        rightSectionPointerEvents: 'none' as const,
        rightSectionProps: { style: { paddingInline: 10 } }
      })}
    />
  )
}

function BooleanControl({ field, value, input, onChange }: ControlProps) {
  const id = useId()
  const { label, description, error, required, readOnly } = input
  const choice = typeof value === 'boolean' ? String(value) : ''
  return (
    <Input.Wrapper
      inputWrapperOrder={order}
      labelElement="div"
      label={label}
      labelProps={{ id }}
      description={description}
      error={error}
      required={required}
    >
      <div data-invalid={error !== undefined || undefined}>
        <SegmentedControl
          className={classes.choice}
          size="sm"
          role="radiogroup"
          aria-labelledby={id}
          readOnly={readOnly}
          data-attribute={field.code}
          data={[
            { value: '', label: attributesTexts.notSet },
            { value: 'true', label: attributesTexts.yes },
            { value: 'false', label: attributesTexts.no }
          ]}
          value={choice}
          onChange={(next) => onChange(next === '' ? undefined : next === 'true')}
        />
      </div>
    </Input.Wrapper>
  )
}

function DateControl({ value, input, onChange }: ControlProps) {
  const isDay = value === undefined || /^\d{4}-\d\d-\d\d$/.test(rawText(value))
  const text = value === undefined ? '' : rawText(value)
  if (isDay) return <DateInput {...input} value={text} onChange={(day) => onChange(day || undefined)} />
  // A value that isn't a date is shown as the text that it is.
  return (
    <TextInput
      {...input}
      value={text}
      onChange={({ currentTarget }) => onChange(currentTarget.value || undefined)}
    />
  )
}

function OptionControl({ field, value, input, onChange }: ControlProps) {
  const code = value === undefined ? null : rawText(value)
  return (
    <Select
      {...input}
      placeholder={input.readOnly ? '' : attributesTexts.choose}
      data={choicesOf(field, code === null ? [] : [code])}
      value={code}
      onChange={(next) => onChange(next ?? undefined)}
      searchable={field.options.length > maxUnsearched}
      limit={maxOffered}
      clearable={!input.readOnly}
      clearButtonProps={{ 'aria-label': t.actions.clear }}
      nothingFoundMessage={attributesTexts.noOption}
    />
  )
}

function OptionsControl({ field, value, input, onChange }: ControlProps) {
  const codes = value === undefined ? [] : [value].flat().map(rawText)
  return (
    <MultiSelect
      {...input}
      placeholder={input.readOnly || codes.length > 0 ? '' : attributesTexts.choose}
      data={choicesOf(field, codes)}
      value={codes}
      onChange={(next) => onChange(next.length > 0 ? next : undefined)}
      searchable={field.options.length > maxUnsearched}
      hidePickedOptions
      limit={maxOffered}
      maxDropdownHeight={260}
      nothingFoundMessage={attributesTexts.noOption}
    />
  )
}

/** Returns the options, and the chosen values that are no options any more. */
function choicesOf({ options }: AttributeField, chosen: readonly string[]) {
  const others = [...new Set(chosen)].filter((value) => !options.some(({ code }) => code === value))
  return [...options, ...others.map((code) => ({ code, label: code }))].map(({ code, label }) => ({
    ...{ value: code, label }
  }))
}
