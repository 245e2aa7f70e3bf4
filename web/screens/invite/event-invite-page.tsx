import { Footer } from '../footer.tsx';

export function EventInvitePage() {
  return (
    <>
      <main>
        <h1>Invite</h1>
      </main>
      <Footer />
    </>
  );
}
