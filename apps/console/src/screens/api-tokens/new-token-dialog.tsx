import { Button, Group, Modal, Select, Stack, Text, TextInput } from '@mantine/core'
import type { CreatedApiToken } from '@purveyor/client'
import { useQueryClient } from '@tanstack/react-query'
import type { SubmitEvent } from 'react'
import { useSignedIn } from '../../session/session-context.tsx'
import { apiTokensTexts } from '../../texts/api-tokens.ts'
import { t } from '../../texts/texts.ts'
import { DateInput } from '../../ui/date-input.tsx'
import { draftKey } from '../../ui/drafts.ts'
import { ErrorAlert } from '../../ui/error-alert.tsx'
import { RoleSelect } from '../../ui/role-select.tsx'
import { type Draft, useDraft } from '../../ui/use-draft.ts'
import { type FormFaults, useFormFaults } from '../../ui/use-form-faults.ts'
import { useMutation } from '../../ui/use-mutation.ts'
import { type Expiry, emptyToken, newTokenOf, type TokenValues } from './token-values.ts'
import { apiTokensKey, useApiTokenCalls } from './use-api-tokens.ts'

type Props = { onClose: () => void; onCreated: (token: CreatedApiToken) => void }

const fields = new Set(['/name', '/role', '/expiresAt'])

/** Creates a token. What was typed stays until it is sent or cancelled. */
export function NewTokenDialog({ onClose, onCreated }: Props) {
  const { me } = useSignedIn()
  const calls = useApiTokenCalls()
  const queries = useQueryClient()
  const draft = useDraft(draftKey(me, 'api-token', 'new'), emptyToken)
  const create = useMutation({
    mutationFn: (values: TokenValues) => calls.create(newTokenOf(values)),
    onSuccess(token) {
      draft.reset()
      onCreated(token)
    },
    // Also after an error: if the response was lost, the token may be in the list.
    onSettled: () => queries.invalidateQueries({ queryKey: apiTokensKey })
  })
  const faults = useFormFaults(create.error, (pointer) => fields.has(pointer))
  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    create.mutate(draft.values)
  }
  function cancel() {
    draft.reset()
    onClose()
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={apiTokensTexts.createTitle}
      closeOnClickOutside={!create.isPending}
    >
      <form ref={faults.form} onSubmit={submit}>
        <Stack>
          {faults.other !== undefined && <ErrorAlert error={faults.other} />}
          <TextInput
            label={apiTokensTexts.name}
            description={apiTokensTexts.nameHint}
            value={draft.values.name}
            onChange={(event) => draft.change({ name: event.currentTarget.value })}
            error={faults.at('/name')}
            required
            maxLength={255}
            data-autofocus
          />
          <RoleSelect
            value={draft.values.role}
            onChange={(role) => draft.change({ role })}
            error={faults.at('/role')}
          />
          <ExpiryFields draft={draft} faults={faults} />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={cancel} disabled={create.isPending}>
              {t.actions.cancel}
            </Button>
            <Button type="submit" loading={create.isPending}>
              {apiTokensTexts.create}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}

function ExpiryFields({ draft, faults }: { draft: Draft<TokenValues>; faults: FormFaults }) {
  const { expiry, day } = draft.values
  const choices = Object.entries(apiTokensTexts.expiryChoices).map(([value, label]) => ({ value, label }))
  const fault = faults.at('/expiresAt')
  return (
    <>
      <Select
        label={apiTokensTexts.expiry}
        data={choices}
        value={expiry}
        allowDeselect={false}
        onChange={(value) => value && draft.change({ expiry: value as Expiry })}
        error={expiry === 'date' ? undefined : fault}
      />
      {expiry === 'never' && (
        <Text c="dimmed" fz="sm">
          {apiTokensTexts.expiryNever}
        </Text>
      )}
      {expiry === 'date' && (
        <DateInput
          label={apiTokensTexts.day}
          value={day}
          onChange={(changed) => draft.change({ day: changed })}
          error={fault}
          required
        />
      )}
    </>
  )
}
