import {
  baseKeymap,
  chainCommands,
  exitCode,
  lift,
  setBlockType,
  toggleMark,
  wrapIn
} from 'prosemirror-commands'
import { redo, undo } from 'prosemirror-history'
import type { MarkType, NodeType } from 'prosemirror-model'
import { liftListItem, sinkListItem, splitListItem, wrapInList } from 'prosemirror-schema-list'
import type { Command, EditorState } from 'prosemirror-state'
import { schema } from './document.ts'

const { nodes, marks } = schema
type Nodes = Record<string, NodeType>
type Marks = Record<string, MarkType>
const { paragraph, heading, code_block, blockquote, bullet_list, ordered_list, list_item, hard_break } =
  nodes as Required<Nodes>
const { strong, em, underline, code, link } = marks as Required<Marks>

const breakLine: Command = (state, dispatch) => {
  dispatch?.(state.tr.replaceSelectionWith((hard_break as NodeType).create()).scrollIntoView())
  return true
}

/** Puts the selection into a list, or takes it out of a list of the same type. */
function toggleList(type: NodeType): Command {
  return (state, dispatch, view) =>
    isWithin(state, type)
      ? liftListItem(list_item as NodeType)(state, dispatch, view)
      : wrapInList(type)(state, dispatch, view)
}

const toggleQuote: Command = (state, dispatch, view) =>
  isWithin(state, blockquote as NodeType)
    ? lift(state, dispatch)
    : wrapIn(blockquote as NodeType)(state, dispatch, view)

/** The commands of the buttons by their names. */
export const commands = {
  bold: toggleMark(strong as MarkType),
  italic: toggleMark(em as MarkType),
  underline: toggleMark(underline as MarkType),
  bulletList: toggleList(bullet_list as NodeType),
  orderedList: toggleList(ordered_list as NodeType),
  quote: toggleQuote,
  undo,
  redo
} satisfies Record<string, Command>

export type CommandName = keyof typeof commands

const markOf: Partial<Record<CommandName, MarkType | undefined>> = { bold: strong, italic: em, underline }
const nodeOf: Partial<Record<CommandName, NodeType | undefined>> = {
  bulletList: bullet_list,
  orderedList: ordered_list,
  quote: blockquote
}

/** True if the selection has the formatting of a button. */
export function isActive(state: EditorState, name: CommandName): boolean {
  const [mark, node] = [markOf[name], nodeOf[name]]
  return mark ? hasMark(state, mark) : node !== undefined && isWithin(state, node)
}

function hasMark({ selection, storedMarks, doc }: EditorState, mark: MarkType): boolean {
  const { from, to, empty, $from } = selection
  return empty ? Boolean(mark.isInSet(storedMarks ?? $from.marks())) : doc.rangeHasMark(from, to, mark)
}

function isWithin({ selection: { $from } }: EditorState, type: NodeType): boolean {
  for (let depth = $from.depth; depth > 0; depth--) if ($from.node(depth).type === type) return true
  return false
}

/** The kind of a text block: `p`, `h1` to `h6` or `pre`. */
export function blockOf({ selection: { $from } }: EditorState): string {
  const { type, attrs } = $from.parent
  return type === heading ? `h${attrs.level}` : type === code_block ? 'pre' : 'p'
}

export function setBlock(kind: string): Command {
  if (kind === 'pre') return setBlockType(code_block as NodeType)
  if (kind === 'p') return setBlockType(paragraph as NodeType)
  return setBlockType(heading as NodeType, { level: Number(kind.slice(1)) })
}

/** Returns the address of the link at the selection. */
export function linkAt(state: EditorState): string | undefined {
  const { $from, from, to, empty } = state.selection
  let found = (link as MarkType).isInSet($from.marks())
  if (!empty)
    state.doc.nodesBetween(from, to, (node) => {
      found ??= (link as MarkType).isInSet(node.marks)
    })
  return found?.attrs.href
}

/** Links the selection, or the link or word at the cursor, to an address. Without an address, the link is removed. */
export function setLink(href: string | undefined): Command {
  return (state, dispatch) => {
    const { from, to } = linkRange(state)
    if (from === to) return false
    const removed = state.tr.removeMark(from, to, link)
    dispatch?.(href === undefined ? removed : removed.addMark(from, to, (link as MarkType).create({ href })))
    return true
  }
}

/** Returns the range that a link applies to: the selection, or the link or the word at the cursor. */
function linkRange({ selection, doc }: EditorState): { from: number; to: number } {
  const { empty, $from, from, to } = selection
  if (!empty) return { from, to }
  const mark = (link as MarkType).isInSet($from.marks())
  const text = doc.textBetween($from.start(), $from.end(), undefined, '\ufffc')
  const belongs = (offset: number) =>
    mark
      ? Boolean((link as MarkType).isInSet(doc.resolve($from.start() + offset + 1).marks()))
      : /[\p{L}\p{N}]/u.test(text[offset] ?? '')
  let [first, last] = [$from.parentOffset, $from.parentOffset]
  while (first > 0 && belongs(first - 1)) first--
  while (last < text.length && belongs(last)) last++
  return { from: $from.start() + first, to: $from.start() + last }
}

/** The keys of the editor. Tab leaves it, so that the keyboard isn't trapped. */
export const keys: Record<string, Command> = {
  ...baseKeymap,
  'Mod-b': commands.bold,
  'Mod-i': commands.italic,
  'Mod-u': commands.underline,
  'Mod-`': toggleMark(code as MarkType),
  'Mod-z': undo,
  'Mod-y': redo,
  'Shift-Mod-z': redo,
  'Shift-Enter': chainCommands(exitCode, breakLine),
  Enter: chainCommands(splitListItem(list_item as NodeType), baseKeymap.Enter as Command),
  'Mod-]': sinkListItem(list_item as NodeType),
  'Mod-[': liftListItem(list_item as NodeType)
}
