import type { Attribute } from '@purveyor/client'
import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useLocation } from 'wouter'
import { useSignedIn } from '../../../session/session-context.tsx'
import { attributeEditorTexts } from '../../../texts/attribute-editor.ts'
import { PreviewDialog } from '../../../ui/attributes/preview/preview-dialog.tsx'
import { usePreview } from '../../../ui/attributes/preview/use-preview.ts'
import { attributeKeys } from '../../../ui/attributes/use-attribute-definitions.ts'
import { Form } from '../../../ui/form.tsx'
import { useForm } from '../../../ui/use-form.ts'
import { useIsShown } from '../../../ui/use-is-shown.ts'
import { BasicsSection } from './basics-section.tsx'
import {
  canAffect,
  type DefinitionValues,
  emptyDefinition,
  hasOptions,
  isField,
  newAttributeOf,
  patchOf,
  valuesOf
} from './definition-values.ts'
import { OptionsSection } from './options-section.tsx'
import { ValuesSection } from './values-section.tsx'

const texts = attributeEditorTexts

type Props = {
  attribute: Attribute | undefined
  /** What is shown below the fields. */
  children?: ReactNode
}

/** Creates or changes an attribute. Before a change that can give products issues, it shows what the change would do. */
export function DefinitionForm({ attribute, children }: Props) {
  const { purveyor, canWrite } = useSignedIn()
  const queries = useQueryClient()
  const [, navigate] = useLocation()
  const isShown = useIsShown()
  const { attributes } = purveyor.platform
  const patch = (values: DefinitionValues) => (attribute ? patchOf(values, valuesOf(attribute)) : {})
  const preview = usePreview((values: DefinitionValues, options) =>
    attributes.preview(attribute?.id ?? '', patch(values), options)
  )
  const form = useForm<DefinitionValues, Attribute>({
    kind: 'attribute',
    id: attribute?.id ?? 'new',
    initial: attribute ? valuesOf(attribute) : emptyDefinition,
    isField,
    send: (values) =>
      attribute ? attributes.update(attribute, patch(values)) : attributes.create(newAttributeOf(values)),
    ...(attribute && { valuesOf, queryKey: attributeKeys.one(attribute.id) }),
    message: ({ name }) => (attribute ? texts.saved(name) : texts.created(name)),
    onSaved({ id }) {
      preview.close()
      if (!attribute && isShown.current) navigate(`/attributes/${id}`, { replace: true })
      return queries.invalidateQueries({ queryKey: attributeKeys.all })
    },
    onFailed: preview.close,
    onDiscard: preview.close,
    error: preview.fault
  })
  const isChecked = attribute !== undefined && canAffect(patch(form.values))
  function submit() {
    form.resetError()
    if (isChecked) void preview.start(form.values)
    else form.save()
  }
  const part = { ...form, isNew: attribute === undefined, isReadOnly: !canWrite }
  return (
    <>
      <Form
        label={texts.basics}
        form={form}
        nameOf={(field) => texts[field]}
        onSubmit={submit}
        submitText={attribute ? (isChecked ? texts.reviewAndSave : texts.save) : texts.create}
        isReadOnly={!canWrite}
      >
        <BasicsSection {...part} />
        {hasOptions(form.values.type) ? <OptionsSection {...part} /> : <ValuesSection {...part} />}
        {children}
      </Form>
      <PreviewDialog preview={preview} isSaving={form.isSaving} onSubmit={form.save} />
    </>
  )
}
