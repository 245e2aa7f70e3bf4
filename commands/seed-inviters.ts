import type { Inviter } from '../storage/invites/inviters.ts';

/** A person of the demo, with the rates of their events. */
export interface DemoInviter extends Inviter {
  profileImageUrl: string | null;
  /** Views of their page on an average day of the last week; earlier weeks have fewer. */
  viewsADay: number;
  /** The share of views that become downloads. */
  conversion: number;
  /** Invites sent in the app, per view of their page. */
  invitesAView: number;
  /** The share of sent invites that are accepted. */
  acceptance: number;
}

/** A few popular inviters and many less popular inviters, with and without portraits and first names. */
export const demoInviters: readonly DemoInviter[] = [
  demo('maya', 'maya.onthego', 'Maya', 'long-waves', [58, 0.19, 0.3, 0.46]),
  demo('kwame', 'kwame_k', 'Kwame', 'round-glasses', [41, 0.23, 0.25, 0.52]),
  demo('sofia', 'sofia.after.six', 'Sofía', 'pixie', [33, 0.14, 0.4, 0.38]),
  demo('minjun', 'minjun', '민준', 'headphones', [21, 0.17, 0.35, 0.57]),
  demo('imani', 'imani.moves', 'Imani', 'locs', [17, 0.21, 0.3, 0.44]),
  demo('freja', 'frejalund', 'Freja', 'braids', [13, 0.12, 0.45, 0.33]),
  demo('harpreet', 'harpreet.s', 'Harpreet', 'turban', [11, 0.25, 0.3, 0.6]),
  demo('rafael', 'rafa', 'Rafael', 'curls', [9, 0.16, 0.5, 0.41]),
  demo('lina', 'lina.h', 'لينا', 'headscarf', [8, 0.18, 0.3, 0.48]),
  demo('eloise', 'eloise_b', 'Éloïse', null, [7, 0.11, 0.35, 0.36]),
  demo('yuki', 'yuki', 'ゆき', 'bob', [6, 0.2, 0.4, 0.5]),
  demo('ruth', 'ruth.at.seventy', 'Ruth', 'silver', [5, 0.09, 0.6, 0.55]),
  demo('nina', 'nina_m', 'Ніна', 'beanie', [4.5, 0.15, 0.3, 0.29]),
  demo('diego', 'diegovz', 'Diego', 'moustache', [4, 0.13, 0.4, 0.42]),
  demo('priya', 'priya.plans', 'प्रिया', 'top-bun', [3.5, 0.22, 0.35, 0.47]),
  demo('sunday', 'sunday.supper.club', null, null, [3, 0.1, 0.2, 0.25]),
  demo('amara', 'amara', 'Amara', 'afro', [2.6, 0.17, 0.4, 0.51]),
  demo('theo', 'theo', 'Theo', 'short-crop', [2.2, 0.14, 0.4, 0.4]),
  demo('eleni', 'eleni.p', 'Ελένη', null, [1.8, 0.16, 0.4, 0.45]),
  demo('anh', 'ngoc.anh', 'Ngọc Ánh', null, [1.4, 0.12, 0.5, 0.35]),
  demo('xiaoming', 'xiaoming', '小明', null, [1.1, 0.2, 0.5, 0.5]),
  demo('rooftop', 'rooftop_regulars', null, null, [0.9, 0.08, 0.3, 0.2]),
  demo('max', 'maximilian.alexander', 'Maximilian-Alexander', null, [0.6, 0.15, 0.6, 0.33]),
  demo('tariq', 'tariq_b', null, null, [0.4, 0.18, 0.8, 0.5]),
];

function demo(
  name: string,
  username: string,
  firstName: string | null,
  portrait: string | null,
  [viewsADay, conversion, invitesAView, acceptance]: [number, number, number, number],
): DemoInviter {
  return {
    id: `demo-${name}`,
    username,
    firstName,
    profileImageUrl: portrait && `/portraits/${portrait}.svg`,
    viewsADay,
    conversion,
    invitesAView,
    acceptance,
  };
}
