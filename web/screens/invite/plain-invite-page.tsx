import { Footer } from '../footer.tsx';

export function PlainInvitePage() {
  return (
    <>
      <main>
        <h1>Invite</h1>
      </main>
      <Footer />
    </>
  );
}
