// What the teacher asks the server for.

export type Wish = (name: string, more?: object) => void;
