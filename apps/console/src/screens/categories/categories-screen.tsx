import {
  Box,
  Button,
  CloseButton,
  Group,
  HoverCard,
  Kbd,
  Skeleton,
  Stack,
  Text,
  TextInput
} from '@mantine/core'
import type { PlatformCategoryNode } from '@purveyor/client'
import { IconBinaryTree2, IconFolderSearch, IconKeyboard, IconPlus, IconSearch } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useLocation, useRoute } from 'wouter'
import { useSignedIn } from '../../session/session-context.tsx'
import { taxonomyTexts } from '../../texts/taxonomy.ts'
import { t } from '../../texts/texts.ts'
import { BackLink } from '../../ui/back-link.tsx'
import { Empty } from '../../ui/empty.tsx'
import { ErrorAlert } from '../../ui/error-alert.tsx'
import { Page } from '../../ui/page.tsx'
import { useAddressState } from '../../ui/use-address-state.ts'
import classes from './categories.module.css'
import { CategoryPane } from './pane/category-pane.tsx'
import { ChangeDialog, type TreeChange } from './pane/change-dialog.tsx'
import { DeleteCategory } from './pane/delete-category.tsx'
import { CategoryTree, type Editing } from './tree/category-tree.tsx'
import treeClasses from './tree/tree.module.css'
import { matching, parentIds } from './tree/tree-rows.ts'
import { useTreeActions } from './tree/use-tree-actions.ts'
import { placeOf, useCategoryTree } from './use-category-tree.ts'

const texts = taxonomyTexts
/** With more categories than this, only the top level is open at first. */
const maxOpen = 100

/** The category tree, and beside it the category of the address. */
export default function CategoriesScreen() {
  const { canWrite } = useSignedIn()
  const { data, error, refetch } = useCategoryTree()
  const [editing, setEditing] = useState<Editing>()
  const [, params] = useRoute('/categories/:id')
  const id = params?.id
  const create = canWrite && (
    <Button
      leftSection={<IconPlus size={16} aria-hidden />}
      onClick={() => setEditing({ parentId: null })}
      disabled={!data}
    >
      {texts.newCategory}
    </Button>
  )
  return (
    <Page title={texts.categories} intro={texts.categoriesIntro} actions={create}>
      {error && <ErrorAlert error={error} onRetry={() => void refetch()} />}
      {!data && !error && (
        <div className={classes.panes}>
          <Skeleton h={420} radius="md" />
          <Skeleton h={420} radius="md" />
        </div>
      )}
      {data?.length === 0 && !editing && (
        <Empty
          icon={IconBinaryTree2}
          title={texts.empty}
          text={canWrite ? texts.emptyText : texts.emptyViewer}
        />
      )}
      {data && (data.length > 0 || editing) && (
        <Panes nodes={data} id={id} editing={editing} onEdit={setEditing} />
      )}
    </Page>
  )
}

type PanesProps = {
  nodes: readonly PlatformCategoryNode[]
  id: string | undefined
  editing: Editing | undefined
  onEdit: (editing: Editing | undefined) => void
}

function Panes({ nodes, id, editing, onEdit }: PanesProps) {
  const [, navigate] = useLocation()
  const [params] = useAddressState()
  const actions = useTreeActions()
  const [change, setChange] = useState<TreeChange>()
  const [deleting, setDeleting] = useState<PlatformCategoryNode>()
  const search = params.get('q') ?? ''
  const { open, toggle, setOpen } = useOpen(nodes, id)
  const shown = matching(nodes, search)
  const shownOpen = search.trim() === '' ? open : new Set(parentIds(shown))
  const select = (chosen: string) => navigate(`/categories/${chosen}${window.location.search}`)
  function edit(next: Editing | undefined) {
    if (next && 'parentId' in next && next.parentId) toggle(next.parentId, true)
    onEdit(next)
  }
  return (
    <div className={classes.panes}>
      <Stack gap="xs" className={classes.tree} data-other={(id !== undefined && !editing) || undefined}>
        <Tools nodes={nodes} open={open} onOpen={setOpen} />
        {shown.length === 0 && !editing ? (
          <Empty icon={IconFolderSearch} title={texts.noMatch} heading="h3" />
        ) : (
          <CategoryTree
            nodes={shown}
            open={shownOpen}
            onToggle={toggle}
            selectedId={id}
            onSelect={select}
            editing={editing}
            onEdit={edit}
            onDelete={setDeleting}
            onMove={(node, target) => setChange({ kind: 'move', node, target })}
            actions={actions}
          />
        )}
      </Stack>
      <div className={classes.pane} data-other={id === undefined || undefined}>
        {id === undefined ? (
          <Empty icon={IconBinaryTree2} title={texts.choose} text={texts.chooseText} />
        ) : (
          <>
            <Box hiddenFrom="md" mb="sm">
              <BackLink href="/categories">{texts.toTree}</BackLink>
            </Box>
            <CategoryPane
              id={id}
              place={placeOf(nodes, id)}
              actions={{
                onRename: (node) => edit({ id: node.id }),
                onNewChild: (node) => edit({ parentId: node.id }),
                onMove: (node) => setChange({ kind: 'move', node }),
                onMerge: (node) => setChange({ kind: 'merge', node }),
                onDelete: setDeleting
              }}
            />
          </>
        )}
      </div>
      <ChangeDialog change={change} onClose={() => setChange(undefined)} onDone={select} />
      <DeleteCategory
        node={deleting}
        onClose={() => setDeleting(undefined)}
        onMerge={(node) => setChange({ kind: 'merge', node })}
        onDeleted={(node) => node.id === id && navigate('/categories')}
      />
    </div>
  )
}

type ToolsProps = {
  nodes: readonly PlatformCategoryNode[]
  open: ReadonlySet<string>
  onOpen: (open: ReadonlySet<string>) => void
}

/** The search, and what opens all categories. */
function Tools({ nodes, open, onOpen }: ToolsProps) {
  const { canWrite } = useSignedIn()
  const [params, change] = useAddressState()
  const search = params.get('q') ?? ''
  const all = parentIds(nodes)
  const isAll = all.every((id) => open.has(id))
  return (
    <Group gap="xs" wrap="nowrap">
      <TextInput
        type="search"
        aria-label={texts.search}
        placeholder={texts.search}
        leftSection={<IconSearch size={16} aria-hidden />}
        rightSection={
          search && <CloseButton size="sm" aria-label={t.actions.clear} onClick={() => change({ q: null })} />
        }
        value={search}
        onChange={(event) => change({ q: event.currentTarget.value })}
        flex={1}
      />
      {all.length > 0 && (
        <Button variant="default" size="sm" onClick={() => onOpen(new Set(isAll ? [] : all))} px="xs">
          {isAll ? texts.collapseAll : texts.expandAll}
        </Button>
      )}
      {canWrite && <Keys />}
    </Group>
  )
}

function Keys() {
  return (
    <HoverCard position="bottom-end" width={340}>
      <HoverCard.Target>
        <Button variant="default" px="xs" aria-label={texts.keysTitle} visibleFrom="md">
          <IconKeyboard size={18} aria-hidden />
        </Button>
      </HoverCard.Target>
      <HoverCard.Dropdown>
        <dl className={treeClasses.keys}>
          {texts.keys.map(([key, text]) => (
            <div key={key} style={{ display: 'contents' }}>
              <dt>
                <Kbd>{key}</Kbd>
              </dt>
              <dd>
                <Text inherit>{text}</Text>
              </dd>
            </div>
          ))}
        </dl>
      </HoverCard.Dropdown>
    </HoverCard>
  )
}

/** The categories that are open: at first all of a small tree, and always those above the chosen one. */
function useOpen(nodes: readonly PlatformCategoryNode[], id: string | undefined) {
  const [open, setOpen] = useState<ReadonlySet<string>>(() => {
    const all = parentIds(nodes)
    return new Set(all.length > maxOpen ? [] : all)
  })
  const path = id === undefined ? '' : (placeOf(nodes, id)?.above ?? []).map((node) => node.id).join(' ')
  useEffect(() => {
    if (path !== '') setOpen((current) => new Set([...current, ...path.split(' ')]))
  }, [path])
  function toggle(toggled: string, isOpen: boolean) {
    setOpen((current) => {
      const next = new Set(current)
      if (isOpen) next.add(toggled)
      else next.delete(toggled)
      return next
    })
  }
  return { open, toggle, setOpen }
}
