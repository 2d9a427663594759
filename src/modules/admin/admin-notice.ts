export type AdminNotice = {
  key: string;
  tone: "info" | "warn";
  title: string;
  text: string;
  link?: { to: string; label: string };
};
