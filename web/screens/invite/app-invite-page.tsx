import { Footer } from '../footer.tsx';

export function AppInvitePage() {
  return (
    <>
      <main>
        <h1>Invite</h1>
      </main>
      <Footer />
    </>
  );
}
