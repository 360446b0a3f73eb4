import { Button, Drawer, Group, Skeleton, Stack, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { PreconditionFailed } from '@purveyor/client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { SubmitEvent } from 'react'
import { useSignedIn } from '../../session/session-context.tsx'
import { taxonomyTexts } from '../../texts/taxonomy.ts'
import { t } from '../../texts/texts.ts'
import { ConflictNote } from '../../ui/conflict-note.tsx'
import { draftKey } from '../../ui/drafts.ts'
import { ErrorAlert } from '../../ui/error-alert.tsx'
import { SaveError } from '../../ui/save-error.tsx'
import { useAddressState } from '../../ui/use-address-state.ts'
import { useDraft } from '../../ui/use-draft.ts'
import { useFormFaults } from '../../ui/use-form-faults.ts'
import { useMutation } from '../../ui/use-mutation.ts'
import type { StoredTerm, TermKind } from './term-kinds.ts'

const texts = taxonomyTexts

/** The drawer of the term in the address: `?edit=<id>`, or `?new` for a new one. */
export function TermDrawer({ kind }: { kind: TermKind }) {
  const { canWrite } = useSignedIn()
  const [params, change] = useAddressState()
  const id = params.get('edit') ?? undefined
  const isNew = params.has('new')
  const close = () => change({ edit: null, new: null })
  const read = useQuery({
    queryKey: [...kind.key, 'one', id],
    queryFn: ({ signal }) => kind.get(id ?? '', { signal }),
    enabled: id !== undefined,
    gcTime: 0
  })
  return (
    <Drawer
      opened={canWrite && (isNew || id !== undefined)}
      onClose={close}
      title={id === undefined ? kind.texts.create : texts.editTitle(read.data?.name ?? '…')}
      position="right"
      transitionProps={{ duration: 0 }}
    >
      {isNew && id === undefined && <TermForm kind={kind} stored={undefined} onClose={close} />}
      {id !== undefined && read.data && <TermForm key={id} kind={kind} stored={read.data} onClose={close} />}
      {id !== undefined && !read.data && !read.error && <Skeleton h={140} />}
      {id !== undefined && !read.data && read.error && <ErrorAlert error={read.error} />}
    </Drawer>
  )
}

type Props = { kind: TermKind; stored: StoredTerm | undefined; onClose: () => void }
type Values = { name: string; slug: string }

function TermForm({ kind, stored, onClose }: Props) {
  const { me } = useSignedIn()
  const queries = useQueryClient()
  const initial: Values = { name: stored?.name ?? '', slug: stored?.slug ?? '' }
  const draft = useDraft<Values>(draftKey(me, kind.key.join(' '), stored?.id ?? 'new'), initial)
  const save = useMutation({
    async mutationFn({ name, slug }: Values) {
      if (stored) return kind.update(stored.id, { name, slug }, { ifMatch: stored })
      return kind.create({ name, ...(slug.trim() && { slug }) })
    },
    async onSuccess({ name }) {
      notifications.show({ message: stored ? texts.saved(name) : texts.created(name), color: 'green' })
      draft.reset()
      onClose()
      await queries.invalidateQueries({ queryKey: kind.key })
    },
    async onError(error) {
      if (error instanceof PreconditionFailed) await queries.invalidateQueries({ queryKey: kind.key })
    }
  })
  const isConflict = save.error instanceof PreconditionFailed
  const faults = useFormFaults(isConflict ? null : save.error, (pointer) =>
    ['/name', '/slug'].includes(pointer)
  )
  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    save.mutate(draft.values)
  }
  function discard() {
    draft.reset()
    save.reset()
  }
  const text = (field: keyof Values) => ({
    value: draft.values[field],
    error: faults.at(`/${field}`),
    maxLength: 255,
    onChange: (event: { currentTarget: { value: string } }) =>
      draft.change({ [field]: event.currentTarget.value })
  })
  return (
    <form ref={faults.form} onSubmit={submit} noValidate>
      <Stack>
        {(isConflict || draft.conflicts.length > 0) && (
          <ConflictNote fields={draft.conflicts.map((field) => texts.fields[field])} onDiscard={discard} />
        )}
        {faults.other !== undefined && <SaveError error={faults.other} />}
        <TextInput label={texts.name} required data-autofocus {...text('name')} />
        <TextInput
          label={texts.slug}
          description={stored ? texts.slugHint : texts.createHint}
          {...text('slug')}
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t.actions.cancel}
          </Button>
          <Button type="submit" loading={save.isPending}>
            {stored ? t.actions.save : texts.create}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
