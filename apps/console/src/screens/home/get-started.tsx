import { Button } from '@mantine/core'
import { IconBinaryTree, IconBuildingStore, IconSettings } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { useSignedIn } from '../../session/session-context.tsx'
import { operatorTexts } from '../../texts/operator.ts'
import { SetupStep, SetupSteps } from '../../ui/setup-steps.tsx'
import { useCategories } from '../../ui/use-categories.ts'
import { useSettings } from '../../ui/use-settings.ts'

const texts = operatorTexts.home.setup

/** The name that a marketplace has until the operator changes it. */
const initialName = 'Marketplace'

/** What to do first in a new marketplace. Shows nothing once it has vendors and categories. */
export function GetStarted() {
  const { purveyor, canWrite, canManage } = useSignedIn()
  const { data: settings } = useSettings()
  const { data: categories } = useCategories()
  const { data: hasVendors } = useQuery({
    queryKey: ['vendors', 'any'],
    queryFn: ({ signal }) => purveyor.platform.vendors.list({ first: 1 }, { signal }).page(),
    select: ({ vendors }) => vendors.length > 0
  })
  if (!settings || !categories || hasVendors === undefined) return null
  const hasCategories = categories.size > 0
  if (hasVendors && hasCategories) return null
  return (
    <SetupSteps title={texts.title} intro={texts.intro}>
      <SetupStep
        icon={IconSettings}
        isDone={settings.name !== initialName}
        doneText={texts.done}
        title={texts.settings}
        text={texts.settingsHint}
      >
        {canManage && (
          <Button component={Link} href="/settings" size="xs">
            {texts.openSettings}
          </Button>
        )}
      </SetupStep>
      <SetupStep
        icon={IconBinaryTree}
        isDone={hasCategories}
        doneText={texts.done}
        title={texts.categories}
        text={texts.categoriesHint}
      >
        {canWrite && (
          <Button component={Link} href="/categories" size="xs" variant="default">
            {texts.openCategories}
          </Button>
        )}
      </SetupStep>
      <SetupStep
        icon={IconBuildingStore}
        isDone={hasVendors}
        doneText={texts.done}
        title={texts.vendors}
        text={texts.vendorsHint}
      >
        {canWrite && (
          <Button component={Link} href="/vendors/new" size="xs" variant="default">
            {texts.newVendor}
          </Button>
        )}
      </SetupStep>
    </SetupSteps>
  )
}
