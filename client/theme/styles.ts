/**
 * Style sheets of the Mantine components that screens may use, in the order of their dependencies, all in one cascade
 * layer. A screen that needs another component adds its sheet here.
 */
import './base.css' // first: it declares the order of the layers
import '@mantine/core/styles/baseline.layer.css'
import '@mantine/core/styles/default-css-variables.layer.css'
import '@mantine/core/styles/global.layer.css'
import '@mantine/core/styles/UnstyledButton.layer.css'
import '@mantine/core/styles/VisuallyHidden.layer.css'
import '@mantine/core/styles/Popover.layer.css'
import '@mantine/core/styles/CloseButton.layer.css'
import '@mantine/core/styles/Loader.layer.css'
import '@mantine/core/styles/Input.layer.css'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Anchor.layer.css'
import '@mantine/core/styles/Button.layer.css'
import '@mantine/core/styles/ActionIcon.layer.css'
import '@mantine/core/styles/Checkbox.layer.css'
import '@mantine/core/styles/PasswordInput.layer.css'
import '@mantine/core/styles/NumberInput.layer.css'
import '@mantine/core/styles/Badge.layer.css'
import '@mantine/core/styles/Menu.layer.css'
import '@mantine/core/styles/Progress.layer.css'
import '@mantine/core/styles/Notification.layer.css'
import '@mantine/core/styles/Switch.layer.css'
import '@mantine/core/styles/Tabs.layer.css'
import '@mantine/core/styles/Tooltip.layer.css'
import '@mantine/notifications/styles.layer.css'
