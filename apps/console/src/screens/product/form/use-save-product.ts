import { notifications } from '@mantine/notifications'
import { PreconditionFailed, ProblemError, type Product } from '@purveyor/client'
import { type RefObject, useEffect, useState } from 'react'
import { useSignedIn } from '../../../session/session-context.tsx'
import { productTexts } from '../../../texts/product.ts'
import { notifyError } from '../../../ui/notify-error.ts'
import { isLive } from '../../../ui/products/is-live.ts'
import { useIsShown } from '../../../ui/use-is-shown.ts'
import { useMutation } from '../../../ui/use-mutation.ts'
import { useProductCache } from '../use-product.ts'
import { readDocumentFiles, rowsWithoutFile, unsendableFiles } from './document-files.ts'
import { mergeForm } from './merge-form.ts'
import { effectsOf, newProductOf, patchOf, type Sent } from './product-body.ts'
import { type FieldFault, placeFaults, withoutChanged } from './product-faults.ts'
import { formOf, type ProductForm } from './product-form.ts'
import type { ProductDraft } from './use-product-draft.ts'
import { useStoreWarnings, type ValueWarning, warningsOf } from './value-warnings.ts'

type Options = {
  product: Product | undefined
  draft: ProductDraft
  formRef: RefObject<HTMLFormElement | null>
  onCreated: (product: Product) => void
}

/** How often a change is tried again after others have changed other fields of the product. */
const maxAttempts = 5

type SentForm = { error: unknown; sent: Pick<Sent<unknown>, 'rows'>; form: ProductForm }

/** Saves the form of a product: creates it, or sends what has changed. */
export function useSaveProduct({ product, draft, formRef, onCreated }: Options) {
  const cache = useProductCache()
  const storeWarnings = useStoreWarnings()
  const send = useSend(product, draft)
  const [failed, setFailed] = useState<SentForm>()
  const [attempts, setAttempts] = useState(0)
  const isShown = useIsShown()
  useFocusOnFault(formRef, attempts)
  const { mutate, isPending } = useMutation({
    mutationFn: send,
    async onSuccess(result) {
      if ('error' in result) return onFailure(result)
      setFailed(undefined)
      await cache.store(result.product)
      draft.discard()
      storeWarnings(result.product.id, result.warnings)
      notifications.show({ message: savedMessage(result, product), color: 'green' })
      if (result.warnings.length > 0)
        notifications.show({
          message: productTexts.save.warnings(result.warnings.map(({ value }) => value)),
          color: 'amber'
        })
      if (!product) onCreated(result.product)
    },
    onError: (error) => onFailure({ error, sent: { rows: {} }, form: draft.form })
  })

  async function onFailure(failure: SentForm) {
    setFailed(failure)
    setAttempts((count) => count + 1)
    if (!isShown.current) notifyError(failure.error)
    // The form then shows what others have changed.
    if (product) await cache.refresh(product.id)
  }

  const fileFaults = faultsOfFiles(draft.form)
  const { placed, hasOthers } =
    failed?.error instanceof ProblemError && failed.error.faults.length > 0
      ? placeFaults(failed.error.faults, failed.sent, failed.form)
      : { placed: [], hasOthers: true }
  return {
    start() {
      if (fileFaults.length > 0) setAttempts((count) => count + 1)
      else mutate()
    },
    reset: () => setFailed(undefined),
    isPending,
    /** The errors of fields. */
    faults: [
      ...(failed ? withoutChanged(placed, failed.form, draft.form).map(inWordsOfForm) : []),
      ...fileFaults
    ] satisfies FieldFault[],
    /** The error that belongs to no field. */
    error: failed && hasOthers && !(failed.error instanceof PreconditionFailed) ? failed.error : undefined
  }
}

/** Returns the errors of documents whose file can't be sent. */
function faultsOfFiles({ documents }: ProductForm): FieldFault[] {
  const texts = productTexts.documents
  const missing = rowsWithoutFile(documents).map(({ key }) => ({ key, message: texts.chooseAgain }))
  const unsendable = unsendableFiles(documents).map(({ key, reason }) => ({
    key,
    message: texts.unsendable[reason]
  }))
  return [...missing, ...unsendable].map(({ key, message }) => ({
    pointer: `/documents/${key}/file`,
    message
  }))
}

export type SaveProduct = ReturnType<typeof useSaveProduct>

type Saved = { product: Product; waiting: string[]; warnings: ValueWarning[] }

/** Returns a function that sends the form, and returns the product or the error with the body that was refused. */
function useSend(product: Product | undefined, draft: ProductDraft) {
  const { purveyor } = useSignedIn()
  return async (): Promise<Saved | SentForm> => {
    const { form, base } = draft
    const files = await readDocumentFiles(form.documents)
    if (!product) {
      const sent = newProductOf(form, files)
      return await purveyor.products.create(sent.body).then(
        (created) => ({ product: created, waiting: [], warnings: warningsOf(created, sent.body) }),
        (error: unknown) => ({ error, sent, form })
      )
    }
    let current = product
    let changed = { form, base }
    for (let attempt = 1; ; attempt++) {
      const sent = patchOf(changed.base, changed.form, files)
      try {
        const saved = await purveyor.products.update(current, sent.body)
        return {
          product: saved,
          waiting: effectsOf(sent.body).waiting,
          warnings: warningsOf(saved, sent.body)
        }
      } catch (error) {
        const failure = { error, sent, form: changed.form }
        if (!(error instanceof PreconditionFailed) || attempt === maxAttempts) return failure
        current = await purveyor.products.get(product.id)
        const merged = mergeForm({ values: changed.form, base: changed.base, current: formOf(current) })
        if (merged.conflicts.length > 0) return failure
        changed = { form: merged.values, base: merged.base }
      }
    }
  }
}

function savedMessage({ product: saved, waiting }: Saved, before: Product | undefined): string {
  const texts = productTexts.save
  if (!before) return texts.created(saved.name)
  const isStaged =
    isLive(before) && waiting.some((field) => saved.pendingRevision && field in saved.pendingRevision)
  return isStaged ? texts.savedStaged(saved.name) : texts.saved(saved.name)
}

function inWordsOfForm({ kind, ...fault }: FieldFault): FieldFault {
  return kind ? { ...fault, message: productTexts.save[kind] } : fault
}

/** Moves the focus to the first field with an error after each attempt to save. */
function useFocusOnFault(form: RefObject<HTMLFormElement | null>, attempts: number): void {
  useEffect(() => {
    if (attempts === 0) return
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-invalid] input')?.focus()
  }, [form, attempts])
}
