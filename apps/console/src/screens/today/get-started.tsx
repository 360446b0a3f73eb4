import { Button } from '@mantine/core'
import { IconPackage, IconTruckDelivery } from '@tabler/icons-react'
import { Link } from 'wouter'
import { useSignedIn } from '../../session/session-context.tsx'
import { todayTexts } from '../../texts/today.ts'
import { SetupStep, SetupSteps } from '../../ui/setup-steps.tsx'
import type { Setup } from './use-today.ts'

/** What a new vendor has to do before anything can be sold. Shows nothing when it is done. */
export function GetStarted({ setup: { hasProducts, hasMethods } }: { setup: Setup }) {
  const { canWrite } = useSignedIn()
  if (hasProducts && hasMethods) return null
  return (
    <SetupSteps title={todayTexts.start} intro={todayTexts.startIntro}>
      <SetupStep
        icon={IconPackage}
        isDone={hasProducts}
        doneText={todayTexts.done}
        title={todayTexts.products}
        text={canWrite ? todayTexts.productsHint : `${todayTexts.productsHint} ${todayTexts.askEditor}`}
      >
        {canWrite && (
          <>
            <Button component={Link} href="/products/new" size="xs">
              {todayTexts.createProduct}
            </Button>
            <Button component={Link} href="/imports/new" size="xs" variant="default">
              {todayTexts.importProducts}
            </Button>
          </>
        )}
      </SetupStep>
      <SetupStep
        icon={IconTruckDelivery}
        isDone={hasMethods}
        doneText={todayTexts.done}
        title={todayTexts.methods}
        text={canWrite ? todayTexts.methodsHint : `${todayTexts.methodsHint} ${todayTexts.askEditor}`}
      >
        {canWrite && (
          <Button component={Link} href="/shipping-methods" size="xs" variant="default">
            {todayTexts.addMethod}
          </Button>
        )}
      </SetupStep>
    </SetupSteps>
  )
}
