import { ActionIcon, Anchor, Button, Code, Group, Text, TextInput } from '@mantine/core'
import {
  IconArrowDown,
  IconArrowMerge,
  IconArrowUp,
  IconPencil,
  IconSearch,
  IconTags,
  IconTrash
} from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'wouter'
import { useSignedIn } from '../../session/session-context.tsx'
import { taxonomyTexts } from '../../texts/taxonomy.ts'
import { t } from '../../texts/texts.ts'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { Empty } from '../../ui/empty.tsx'
import { ErrorAlert } from '../../ui/error-alert.tsx'
import { formatNumber, formatShortDateTime } from '../../ui/format.ts'
import { notifyError } from '../../ui/notify-error.ts'
import { RowMenu } from '../../ui/row-menu.tsx'
import { useAddressState } from '../../ui/use-address-state.ts'
import { useMutation } from '../../ui/use-mutation.ts'
import { DeleteTerm } from './delete-term.tsx'
import { MergeTerm } from './merge-term.tsx'
import { TermDrawer } from './term-drawer.tsx'
import type { Term, TermKind } from './term-kinds.ts'

const texts = taxonomyTexts
/** A shorter list needs no search. */
const minSearched = 8

type Props = { kind: TermKind; isSortable?: boolean }

/** Reads the terms of a kind with the numbers of their products. */
export function useTerms(kind: TermKind) {
  return useQuery({ queryKey: [...kind.key, 'counts'], queryFn: ({ signal }) => kind.list({ signal }) })
}

/** The terms of a kind: creates, renames, merges and deletes them. Values of a facet can also be sorted. */
export function TermList({ kind, isSortable = false }: Props) {
  const { canWrite } = useSignedIn()
  const [params, change] = useAddressState()
  const { data, error, refetch } = useTerms(kind)
  const [deleting, setDeleting] = useState<Term>()
  const [merging, setMerging] = useState<Term>()
  const search = (params.get('q') ?? '').trim().toLowerCase()
  const shown = (data ?? []).filter(
    ({ name, slug }) => name.toLowerCase().includes(search) || slug.includes(search)
  )
  const actions = (term: Term) => (
    <RowMenu
      label={texts.actions(term.name)}
      actions={[
        { label: texts.edit, icon: IconPencil, onClick: () => change({ edit: term.id }) },
        ...(kind.merge && (data?.length ?? 0) > 1
          ? [{ label: texts.merge, icon: IconArrowMerge, onClick: () => setMerging(term) }]
          : []),
        { label: t.actions.delete, icon: IconTrash, isDangerous: true, onClick: () => setDeleting(term) }
      ]}
    />
  )
  return (
    <>
      {error && <ErrorAlert error={error} onRetry={() => void refetch()} />}
      {(data?.length ?? 0) >= minSearched && (
        <TextInput
          type="search"
          mb="sm"
          maw={360}
          aria-label={texts.searchNames}
          placeholder={texts.searchNames}
          leftSection={<IconSearch size={16} aria-hidden />}
          value={params.get('q') ?? ''}
          onChange={(event) => change({ q: event.currentTarget.value })}
        />
      )}
      {!error && (
        <DataTable
          label={kind.texts.title}
          rows={shown}
          keyOf={({ id }) => id}
          isLoading={!data}
          columns={columnsOf(kind, { all: data ?? [], isSortable: isSortable && canWrite && search === '' })}
          actions={canWrite ? actions : undefined}
          empty={
            search === '' ? (
              <Empty icon={IconTags} title={kind.texts.empty} text={kind.texts.emptyText} />
            ) : (
              <Empty icon={IconTags} title={texts.noName} text={texts.noNameText}>
                <Button variant="default" onClick={() => change({ q: null })}>
                  {t.actions.clearFilters}
                </Button>
              </Empty>
            )
          }
        />
      )}
      <TermDrawer kind={kind} />
      <DeleteTerm kind={kind} term={deleting} onClose={() => setDeleting(undefined)} />
      <MergeTerm kind={kind} all={data ?? []} term={merging} onClose={() => setMerging(undefined)} />
    </>
  )
}

type Columns = readonly [Column<Term>, ...Column<Term>[]]

function columnsOf(
  kind: TermKind,
  { all, isSortable }: { all: readonly Term[]; isSortable: boolean }
): Columns {
  return [
    { key: 'name', label: texts.name, cell: (term) => <Name kind={kind} term={term} /> },
    { key: 'slug', label: texts.slug, cell: ({ slug }) => <Code>{slug}</Code>, from: 48 },
    ...(kind.hrefOf
      ? [
          {
            ...{ key: 'values', label: texts.values },
            cell: ({ values = [] }: Term) => values.map(({ name }) => name).join(', ') || '–'
          }
        ]
      : [
          {
            ...{ key: 'products', label: texts.products, isNumber: true },
            cell: ({ count }: Term) => (
              <Text inherit c={count === 0 ? 'dimmed' : undefined}>
                {formatNumber(count)}
              </Text>
            )
          }
        ]),
    {
      key: 'updated',
      label: texts.updated,
      cell: ({ updatedAt }) => formatShortDateTime(updatedAt),
      from: 62
    },
    ...(isSortable
      ? [
          {
            key: 'order',
            label: texts.position,
            cell: (term: Term) => <Order kind={kind} term={term} all={all} />
          }
        ]
      : [])
  ]
}

function Name({ kind, term: { id, name } }: { kind: TermKind; term: Term }) {
  const { canWrite } = useSignedIn()
  const [, change] = useAddressState()
  if (kind.hrefOf)
    return (
      <Anchor component={Link} href={kind.hrefOf(id)} fw={600}>
        {name}
      </Anchor>
    )
  if (!canWrite) return <b>{name}</b>
  return (
    <Anchor component="button" type="button" ta="start" fw={600} onClick={() => change({ edit: id })}>
      {name}
    </Anchor>
  )
}

/** Moves a value of a facet up and down. */
function Order({ kind, term, all }: { kind: TermKind; term: Term; all: readonly Term[] }) {
  const queries = useQueryClient()
  const index = all.findIndex(({ id }) => id === term.id)
  const move = useMutation({
    async mutationFn(to: number) {
      const order = [...all]
      const [moved] = order.splice(index, 1)
      if (moved) order.splice(to, 0, moved)
      for (const [position, one] of order.entries())
        if (one.position !== position) await kind.update(one.id, { position }, {})
    },
    onError: notifyError,
    onSettled: () => queries.invalidateQueries({ queryKey: kind.key })
  })
  return (
    <Group gap={2} wrap="nowrap">
      <ActionIcon
        aria-label={t.order.up(term.name)}
        disabled={index === 0 || move.isPending}
        onClick={() => move.mutate(index - 1)}
      >
        <IconArrowUp size={16} aria-hidden />
      </ActionIcon>
      <ActionIcon
        aria-label={t.order.down(term.name)}
        disabled={index === all.length - 1 || move.isPending}
        onClick={() => move.mutate(index + 1)}
      >
        <IconArrowDown size={16} aria-hidden />
      </ActionIcon>
    </Group>
  )
}
