import { Alert, Button, Group, Text } from '@mantine/core'
import type { Product } from '@purveyor/client'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useSignedIn } from '../../../session/session-context.tsx'
import { productTexts } from '../../../texts/product.ts'
import { fieldName } from '../../../ui/field-name.ts'
import { actorName } from '../../../ui/products/history/actor-name.ts'
import type { ProductDraft } from './use-product-draft.ts'

type Props = { product: Product; draft: ProductDraft }

/** Says who else has changed fields that were changed in the form, and asks which values to go on with. */
export function ConflictAlert({ product, draft }: Props) {
  const { purveyor } = useSignedIn()
  const alert = useRef<HTMLDivElement>(null)
  const texts = productTexts.conflict
  const { data: last } = useQuery({
    queryKey: ['product-history', product.id, 'last', product.updatedAt],
    queryFn: async ({ signal }) =>
      (await purveyor.products.history(product.id, { first: 1 }, { signal }).page()).history[0] ?? null
  })
  useEffect(() => {
    // It returns a promise in newer browsers.
    void alert.current?.scrollIntoView({ block: 'center' })
  }, [])
  return (
    <Alert
      ref={alert}
      color="amber"
      role="alert"
      title={texts.title(last ? actorName(last.actor) : texts.someone)}
    >
      <Text>{texts.fields(draft.conflicts.map(fieldName))}</Text>
      <Group gap="xs" mt="sm">
        <Button size="xs" variant="default" onClick={() => draft.resolve('current')}>
          {texts.theirs}
        </Button>
        <Button size="xs" variant="default" onClick={() => draft.resolve('mine')}>
          {texts.mine}
        </Button>
      </Group>
    </Alert>
  )
}
