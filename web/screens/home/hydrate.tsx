import { hydrateRoot } from 'react-dom/client';
import { WaitlistForm } from './waitlist-form.tsx';

const container = document.getElementById('waitlist');
if (container) hydrateRoot(container, <WaitlistForm />);
