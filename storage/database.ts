/** The tables, as every engine has them. Times are whole milliseconds since 1970 UTC. */
export interface Database {
  waitlist: {
    email: string;
    joined_at: number;
    requests: number;
  };
}
