import { notifications } from '@mantine/notifications'
import { PreconditionFailed } from '@purveyor/client'
import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useSignedIn } from '../session/session-context.tsx'
import { draftKey } from './drafts.ts'
import { notifyError } from './notify-error.ts'
import { useDraft } from './use-draft.ts'
import { useFormFaults } from './use-form-faults.ts'
import { useIsShown } from './use-is-shown.ts'
import { useMutation } from './use-mutation.ts'
import { useUnloadWarning } from './use-unload-warning.ts'

type Options<Values extends object, Saved> = {
  /** Names the form, for its draft. */
  kind: string
  /** What the form changes, or `new`. */
  id: string
  /** The values of the resource as it is stored, or empty ones. */
  initial: Values
  isSame?: (a: Values, b: Values) => boolean
  /** True for the pointers of errors that the form shows at a field. */
  isField: (pointer: string) => boolean
  /** What is said at a field, by the code of the error. By default, what the service says. */
  faultTexts?: Readonly<Record<string, string>>
  /** Sends the values. `base` are the values that they are compared with. */
  send: (values: Values, base: Values) => Promise<Saved>
  /** Returns the values that were stored, if the form stays open. Otherwise, the form is reset. */
  valuesOf?: (saved: Saved) => Values
  /** What is said when the values were saved. */
  message?: (saved: Saved) => string
  onSaved: (saved: Saved) => unknown
  onFailed?: (error: unknown) => void
  onDiscard?: () => void
  /** The query of the resource, which is read again after someone else has changed it. */
  queryKey?: QueryKey
  /** True if something was changed that isn't one of the values. */
  hasOtherChanges?: boolean
  /** An error of something else than saving, such as of a preview. */
  error?: unknown
}

/**
 * A form that is saved as a whole: its draft, how it is sent, and its errors. Show it with `Form`. What was typed stays
 * until it is saved or discarded, also if someone else has changed or deleted the resource.
 */
export function useForm<Values extends object, Saved>(options: Options<Values, Saved>) {
  const { initial, isSame, isField, send, valuesOf, message, onSaved, onDiscard, queryKey } = options
  const { me } = useSignedIn()
  const queries = useQueryClient()
  const isShown = useIsShown()
  const draft = useDraft(draftKey(me, options.kind, options.id), initial, isSame && { isSame })
  const saving = useMutation({
    mutationFn: (values: Values) => send(values, draft.base),
    async onSuccess(saved, sent) {
      if (valuesOf) draft.saved(sent, valuesOf(saved))
      else draft.reset()
      if (message) notifications.show({ message: message(saved), color: 'green' })
      await onSaved(saved)
    },
    async onError(error) {
      options.onFailed?.(error)
      if (!isShown.current) notifyError(error)
      // The form then takes over what someone else has changed.
      if (queryKey && error instanceof PreconditionFailed) await queries.invalidateQueries({ queryKey })
    }
  })
  const { hasOtherChanges = false } = options
  const isChanged = draft.isChanged || hasOtherChanges
  useUnloadWarning(draft.isChanged || (hasOtherChanges && !saving.isSuccess))
  const isConflict = saving.error instanceof PreconditionFailed
  const faults = useFormFaults(
    isConflict ? null : (saving.error ?? options.error),
    isField,
    options.faultTexts
  )
  return {
    ...draft,
    isChanged,
    faults,
    isSaving: saving.isPending,
    /** True if someone else has changed the resource since the person began. */
    hasConflict: isConflict || draft.conflicts.length > 0,
    /** True if what is typed now would be lost when the form has been saved. */
    isClosing: saving.isPending && valuesOf === undefined,
    saveError: saving.error,
    save: () => saving.mutate(draft.values),
    resetError: saving.reset,
    discard() {
      draft.reset()
      saving.reset()
      onDiscard?.()
    }
  }
}
