import { Alert, Button, Group, List, Loader, Modal, Select, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import type { CategoryPreview, PlatformCategoryNode } from '@purveyor/client'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { useSignedIn } from '../../../session/session-context.tsx'
import { attributeEditorTexts } from '../../../texts/attribute-editor.ts'
import { attributesTexts } from '../../../texts/attributes.ts'
import { taxonomyTexts } from '../../../texts/taxonomy.ts'
import { t } from '../../../texts/texts.ts'
import { PreviewResult } from '../../../ui/attributes/preview/preview-result.tsx'
import { usePreview } from '../../../ui/attributes/preview/use-preview.ts'
import { pathText } from '../../../ui/category-paths.ts'
import { ErrorAlert } from '../../../ui/error-alert.tsx'
import { sentence } from '../../../ui/sentence.ts'
import { useCategories } from '../../../ui/use-categories.ts'
import { useMutation } from '../../../ui/use-mutation.ts'
import { isRefusal, useCategory, useReadAgain } from '../use-category-tree.ts'

const texts = taxonomyTexts
/** The value of the choice that puts a category at the top level. */
const top = 'top'
const maxOffered = 50

/** A category that is to be moved or merged. `target` is the category chosen so far; null is the top level. */
export type TreeChange = { kind: 'move' | 'merge'; node: PlatformCategoryNode; target?: string | null }

type Props = { change: TreeChange | undefined; onClose: () => void; onDone: (id: string) => void }

/** Moves or merges a category, after a preview of what that does to its products. */
export function ChangeDialog({ change, onClose, onDone }: Props) {
  return (
    <Modal
      opened={change !== undefined}
      onClose={onClose}
      size="lg"
      title={change && (change.kind === 'move' ? texts.moveTitle : texts.mergeTitle)(change.node.name)}
    >
      {change && <Change key={change.node.id} change={change} onClose={onClose} onDone={onDone} />}
    </Modal>
  )
}

function Change({
  change: { kind, node, target: initial },
  onClose,
  onDone
}: Props & { change: TreeChange }) {
  const { purveyor } = useSignedIn()
  const { categories } = purveyor.platform
  const { data: paths = new Map<string, string[]>() } = useCategories()
  const { data: current } = useCategory(node.id)
  const readAgain = useReadAgain()
  const isMerge = kind === 'merge'
  const [target, setTarget] = useState<string | null>(initial === null ? top : (initial ?? null))
  const preview = usePreview<string, CategoryPreview>((chosen, options) =>
    isMerge
      ? categories.previewMerge(node.id, { intoId: chosen }, options)
      : categories.previewMove(node.id, { parentId: chosen === top ? null : chosen }, options)
  )
  const nameOf = (id: string) => paths.get(id)?.at(-1) ?? ''
  const submit = useMutation({
    mutationFn: (chosen: string) => {
      const match = current ? { ifMatch: current } : {}
      return isMerge
        ? categories.merge(node.id, { intoId: chosen }, match)
        : categories.update(node.id, { parentId: chosen === top ? null : chosen }, match)
    },
    async onSuccess(saved) {
      const message = isMerge ? texts.merged(node.name, saved.name) : texts.moved(node.name)
      notifications.show({ message, color: 'green' })
      onClose()
      await readAgain(saved)
      onDone(saved.id)
    },
    onError: () => readAgain()
  })
  // A category on which another one was dropped is chosen already.
  const begin = useEffectEvent(() => {
    if (target) void preview.start(target)
  })
  useEffect(() => begin(), [])
  function choose(chosen: string | null) {
    setTarget(chosen)
    submit.reset()
    preview.close()
    if (chosen) void preview.start(chosen)
  }
  const within = new Set(idsWithin(node))
  const options = [...paths]
    .filter(([id]) => !within.has(id))
    .map(([value, path]) => ({ value, label: pathText(path) }))
  const isTop = node.parentId === null
  const { state } = preview
  const error = preview.fault ?? state?.error
  return (
    <Stack>
      <Text>{isMerge ? texts.mergeText : texts.moveText}</Text>
      <Select
        label={isMerge ? texts.into : texts.parent}
        data={isMerge || isTop ? options : [{ value: top, label: texts.topLevel }, ...options]}
        value={target}
        onChange={choose}
        searchable
        limit={maxOffered}
        nothingFoundMessage={texts.noMatch}
        openOnFocus={false}
        data-autofocus={initial === undefined || undefined}
      />
      <div role="status">
        {state && !state.result && error === undefined && <Checking />}
        {state?.result && target && (
          <Effect result={state.result} isMerge={isMerge} node={node} into={nameOf(target)} />
        )}
      </div>
      {isRefusal(error) ? (
        <Refusal messages={error.faults.map(({ message }) => message)} />
      ) : (
        error !== undefined && <ErrorAlert error={error} />
      )}
      {isRefusal(submit.error) ? (
        <Refusal messages={submit.error.faults.map(({ message }) => message)} />
      ) : (
        submit.error && <ErrorAlert error={submit.error} />
      )}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onClose} data-autofocus={initial !== undefined || undefined}>
          {t.actions.cancel}
        </Button>
        <Button
          color={isMerge ? 'red' : undefined}
          disabled={!target || !current || error !== undefined || !state?.result}
          loading={submit.isPending}
          onClick={() => target && submit.mutate(target)}
        >
          {isMerge ? texts.mergeSubmit : texts.moveSubmit}
        </Button>
      </Group>
    </Stack>
  )
}

type EffectProps = { result: CategoryPreview; isMerge: boolean; node: PlatformCategoryNode; into: string }

/** What the preview found. */
function Effect({ result, isMerge, node, into }: EffectProps) {
  const { subcategoryCount, attributes } = result
  return (
    <Stack gap="sm">
      <div>
        {isMerge && <Text>{texts.mergeEffect(node.name, node.productCount ?? 0, into)}</Text>}
        {subcategoryCount > 0 && <Text>{texts.children(subcategoryCount)}</Text>}
        {isMerge && <Text c="dimmed">{texts.aliasText}</Text>}
      </div>
      <div>
        <Text fw={600}>{texts.attributesOf}</Text>
        {attributes.length === 0 && <Text>{texts.sameAttributes}</Text>}
        <List>
          {attributes.map(({ attribute, name, before, after }) => (
            <List.Item key={attribute}>{difference(name, before, after)}</List.Item>
          ))}
        </List>
      </div>
      <PreviewResult result={result} isLater={false} />
    </Stack>
  )
}

type Difference = CategoryPreview['attributes'][number]

function difference(name: string, before: Difference['before'], after: Difference['after']): string {
  const { requirements } = attributesTexts
  if (after === null) return texts.lost(name)
  if (before === null) return texts.gained(name, requirements[after])
  return texts.changed(name, requirements[before], requirements[after])
}

function Refusal({ messages }: { messages: string[] }) {
  return (
    <Alert
      role="alert"
      color="amber"
      title={texts.refused}
      icon={<IconAlertTriangle size={18} aria-hidden />}
    >
      <List>
        {messages.map((message) => (
          <List.Item key={message}>{sentence(message)}</List.Item>
        ))}
      </List>
    </Alert>
  )
}

function Checking() {
  return (
    <Group gap="sm" wrap="nowrap" mih={64}>
      <Loader size="sm" />
      <Text>{attributeEditorTexts.preview.checking}</Text>
    </Group>
  )
}

function idsWithin({ id, children }: PlatformCategoryNode): string[] {
  return [id, ...children.flatMap(idsWithin)]
}
