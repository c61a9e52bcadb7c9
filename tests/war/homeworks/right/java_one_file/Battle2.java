// class Deck, class Battle: an old version of mine
/*
class Deck
class Battle
*/
this does not compile
