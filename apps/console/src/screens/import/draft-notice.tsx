import { Alert, Button, Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { storage } from '../../session/stored-files.ts'
import { importsTexts } from '../../texts/import.ts'
import { importKeys } from './jobs.ts'
import type { Draft } from './new/import-draft.ts'
import { useDraftKey } from './new/use-import-draft.ts'

/**
 * Says that an import is being prepared in this browser. With `isRest`, it says only that rows are left of an import that
 * was sent.
 */
export function DraftNotice({ isRest = false }: { isRest?: boolean }) {
  const key = useDraftKey()
  const { data: draft } = useQuery({
    queryKey: importKeys.draft(key),
    queryFn: async () => (await storage.read<Draft>(key)) ?? null,
    staleTime: 0
  })
  if (!draft || draft.isDone || (isRest && !draft.isRest)) return null
  const { goOn, goOnRest, goOnSending } = importsTexts
  const text = draft.sending ? goOnSending : draft.isRest ? goOnRest : goOn
  return (
    <Alert color="brand" variant="light">
      <Group justify="space-between" gap="sm">
        {text(draft.name)}
        <Button component={Link} href="/imports/new" size="xs" variant="default">
          {importsTexts.goOnButton}
        </Button>
      </Group>
    </Alert>
  )
}
