// The felt is high enough, and its cards and stones are large enough to be read and tapped.
const [felt] = document.querySelectorAll(".board .felt");
const small = [...felt.querySelectorAll(":is(.card, .stone):not(.back)")].map((each) => each.offsetWidth).filter((width) => width < 13);
return [felt.offsetHeight > 100, small];
